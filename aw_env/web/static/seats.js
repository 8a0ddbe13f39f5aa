// The seats that this browser holds: tokens by game and seat, kept by the browser alone.

const KEY = "seats";
const all = () => JSON.parse(localStorage.getItem(KEY) ?? "{}");
const keep = (seats) => localStorage.setItem(KEY, JSON.stringify(seats));

/** Tokens by the name of the seat. */
export const seatsOf = (game) => all()[game] ?? {};

export function remember(game, seat, token) {
  const seats = all();
  keep({ ...seats, [game]: { ...seats[game], [seat]: token } });
}

export function forget(game, seat) {
  const seats = all();
  delete seats[game]?.[seat];
  keep(seats);
}

/** The address that opens a seat; who has it plays. */
export const linkTo = (game, seat, token) => `${location.origin}/game/${game}#${seat}=${token}`;
