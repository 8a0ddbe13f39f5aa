// The clock: how long the person at this page has for the decision, and whose time has run out.

const DAY = 86400;
const two = (number) => String(number).padStart(2, "0");

/** Seconds as days, hours and minutes, or minutes and seconds. */
export function timeLeft(seconds) {
  const left = Math.max(0, Math.floor(seconds));
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / 3600)} h`;
  const [hours, minutes] = [Math.floor(left / 3600), Math.floor((left % 3600) / 60)];
  return hours ? `${hours} h ${two(minutes)} min` : `${minutes}:${two(left % 60)}`;
}

export function createClock(root, out) {
  let clock = null, ahead = 0; // seconds that the server's time is ahead of the browser's
  const tell = () => {
    const until = clock?.until ?? null;
    root.hidden = clock === null;
    if (clock === null) return;
    const words = until === null ? timeLeft(clock.seconds) + " a decision" : timeLeft(until - ahead - Date.now() / 1000);
    root.textContent = until === null ? `Clock: ${words}` : `Your time: ${words}`;
  };
  setInterval(tell, 1000);
  return {
    /** @param at the server's time, in seconds since 1970
     * @param seats those of the table, with who holds them */
    show(told, at, seats) {
      [clock, ahead] = [told, at - Date.now() / 1000];
      const lost = seats.filter(({ name }) => clock?.lost.includes(name));
      const words = lost.length ? `Out of time: ${lost.map(({ name, player }) => `${name} (${player} plays on)`).join(", ")}.` : "";
      if (out.textContent !== words) out.textContent = words;
      tell();
    },
  };
}
