// The seats that this browser holds: tokens by game and seat, kept by the browser alone.  One that keeps nothing (site data
// are blocked, or full) holds them as long as the page is open.

const KEY = "seats";
let unkept = {}; // the seats that the browser did not keep

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

const all = () => ({ ...kept(), ...unkept });

function keep(seats) {
  try {
    localStorage.setItem(KEY, JSON.stringify(seats));
    unkept = {};
  } catch {
    unkept = seats;
  }
}

/** Tokens by the name of the seat. */
export const seatsOf = (game) => all()[game] ?? {};

/** Whether the browser keeps the token, so that it need not stand in the address of the page. */
export function remember(game, seat, token) {
  const seats = all();
  keep({ ...seats, [game]: { ...seats[game], [seat]: token } });
  return kept()[game]?.[seat] === token;
}

export function forget(game, seat) {
  const seats = all();
  delete seats[game]?.[seat];
  keep(seats);
}

/** The address that opens a seat; who has it plays. */
export const linkTo = (game, seat, token) => `${location.origin}/game/${game}#${seat}=${token}`;
