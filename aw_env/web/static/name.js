// How this person is called by others.

import { nameOf } from "./elements.js";
import { askAsMe } from "./me.js";

/** Show the name, and let it be changed; where the browser keeps no key there is nobody to be called. */
export async function showMe(root) {
  const [form, input, status] = ["form", "input", "[role=status]"].map((part) => root.querySelector(part));
  const show = (told) => {
    root.hidden = told === null;
    input.value = told?.person?.name ?? "";
    root.querySelector("summary").replaceChildren(...(told?.person ? nameOf(told.person) : ["Your name"]));
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    try {
      show(await askAsMe("/api/me", { name: input.value }));
      status.textContent = "Saved";
    } catch (error) {
      status.textContent = error.message;
    }
  };
  show(await askAsMe("/api/me").catch(() => null));
}
