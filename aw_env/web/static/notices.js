// Notices of the browser: that it is the person's move, or that somebody talks, while the page is not looked at.

const KEY = "notices"; // for all games of this browser

const isPossible = () => globalThis.Notification !== undefined && isSecureContext && Notification.permission !== "denied";

function isWanted() {
  try {
    return isPossible() && Notification.permission === "granted" && localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/** @param button asks for notices, and puts an end to them; the browser is asked by its click alone */
export function createNotices(button, game) {
  const show = () => button.setAttribute("aria-pressed", isWanted());
  button.onclick = async () => {
    const wanted = !isWanted() && (await Notification.requestPermission()) === "granted";
    localStorage.setItem(KEY, wanted ? "on" : "off");
    show();
    button.hidden = !isPossible();
  };
  show();
  return {
    /** Whether somebody sits here who may be told something. */
    offer: (sits) => (button.hidden = !sits || !isPossible()),
    /** Tell something, unless it is seen anyway; a further notice of its kind takes its place. */
    tell(kind, title, body) {
      if (!document.hidden || !isWanted()) return;
      try {
        const notice = new Notification(title, { body, tag: `${game} ${kind}` });
        notice.onclick = () => {
          focus();
          notice.close();
        };
      } catch {
        button.hidden = true; // browsers of telephones show none of pages
      }
    },
  };
}
