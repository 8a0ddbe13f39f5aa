// Who plays in this browser: a key that nobody guesses, made by the browser and kept by it alone.  Whoever has the key is
// this person, and takes the seats that it has entered.

const KEY = "me";
const BYTES = 24;
const MARK = "#me=";

function kept() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** Whether the browser keeps it. */
export function become(key) {
  try {
    localStorage.setItem(KEY, key);
  } catch {
    // what keeps nothing is nobody
  }
  return kept() === key;
}

/** The key of this person, made where there is none; "" where the browser keeps nothing. */
export function myKey() {
  if (kept()) return kept();
  const made = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES)))).replaceAll("+", "-").replaceAll("/", "_");
  return become(made) ? made : "";
}

/** What the server says to this person; null where the browser keeps no key.  given: what is told to it.  Throws an Error
 * in words. */
export async function askAsMe(address, given) {
  const key = myKey();
  if (!key) return null;
  const body = given && { method: "POST", body: JSON.stringify(given) };
  const answer = await fetch(address, { ...body, headers: { authorization: `Bearer ${key}`, "content-type": "application/json" } });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.words);
  return told;
}

/** The address that makes another browser this person. */
export const linkOfMine = () => `${location.origin}/${MARK}${myKey()}`;

/** The key that the address of the page brings, if it is another person's; the address is then without it. */
export function broughtKey() {
  if (!location.hash.startsWith(MARK)) return "";
  const key = location.hash.slice(MARK.length);
  history.replaceState(null, "", location.pathname);
  return key === kept() ? "" : key;
}
