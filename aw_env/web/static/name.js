// How this person is called by others, and where letters reach it.

import { nameOf } from "./elements.js";
import { askAsMe } from "./me.js";

/** A form with one field: what is in it goes to the server, which says what it is then. */
function sends(form, address, field, show) {
  const status = form.querySelector("[role=status]");
  form.onsubmit = async (event) => {
    event.preventDefault();
    try {
      show(await askAsMe(address, { [field]: form.querySelector("input").value.trim() }));
      status.textContent ||= "Saved";
    } catch (error) {
      status.textContent = error.message;
    }
  };
  form.oninput = () => (status.textContent = "");
}

/** Show the name, and let it be changed; where the browser keeps no key there is nobody to be called. */
export async function showMe(root) {
  const [name, letters] = root.querySelectorAll("form");
  const showName = (told) => {
    name.querySelector("input").value = told?.person?.name ?? "";
    root.querySelector("summary").replaceChildren(...(told?.person ? nameOf(told.person) : ["Your name"]));
  };
  const showLetters = (told) => {
    letters.hidden = !told?.mail;
    if (!told?.mail) return;
    const { address, confirmed } = told.mail;
    letters.querySelector("input").value = address;
    const words = confirmed ? "They come." : "A letter is on its way: open the link in it.";
    letters.querySelector("[role=status]").textContent = address && words;
  };
  sends(name, "/api/me", "name", showName);
  sends(letters, "/api/me/address", "address", showLetters);
  const told = await askAsMe("/api/me").catch(() => null);
  root.hidden = told === null;
  showName(told);
  showLetters(told);
}
