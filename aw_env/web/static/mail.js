// What a link in a letter leads to.  Nothing is done before a click: programs that look through mail open its links.

const WAYS = {
  confirm: { asked: "Letters to this address when it is your move?", button: "Yes, send them", done: "They come from now on." },
  stop: { asked: "No more letters to this address?", button: "Send no more", done: "No more letters come." },
};
const [way, token] = location.hash.slice(1).split("=");
const button = document.querySelector("button"), status = document.querySelector("[role=status]");

if (WAYS[way]) {
  document.querySelector("#asked").textContent = WAYS[way].asked;
  button.textContent = WAYS[way].button;
  button.hidden = false;
} else status.textContent = "This link is not whole.";
button.onclick = async () => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`/api/mail/${way}`, { method: "POST", headers, body: JSON.stringify({ token }) });
  const told = await answer.json();
  button.hidden = answer.ok;
  status.textContent = answer.ok ? WAYS[way].done : told.words;
};
