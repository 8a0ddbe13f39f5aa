// The connection to the server.  What is sent waits until it is acknowledged, and is sent again after a break: the
// server knows each message by its id, and obeys none twice.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const PAUSE = 1000; // milliseconds, when the server is asked too often

function newId() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(36)).join("");
}

/**
 * @param {string} game its id
 * @param {{token: string, person: string, seat: string}} who a token of a seat, or the key of a person and the seat that it
 *   has entered; nobody looks on
 * @param {{told: function, done: function, refused: function, open: function, closed: function}} on what comes
 */
export function openLink(game, who, on) {
  const unanswered = new Map();
  let socket = null;
  let heard = 0;
  let wait = FIRST_WAIT;
  let given_up = false;
  let again = null; // when what was too much at once is sent again

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/games/${game}/table`);
    socket.onopen = () => {
      wait = FIRST_WAIT;
      socket.send(JSON.stringify({ ...who, heard }));
      sendUnanswered();
      on.open();
    };
    socket.onmessage = (event) => receive(JSON.parse(event.data));
    socket.onclose = () => {
      if (given_up) return;
      on.closed();
      setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    };
  }

  function sendUnanswered() {
    for (const message of unanswered.values()) transmit(message);
  }

  function transmit(message) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function receive(message) {
    if (message.type === "told") {
      message.log = message.log.filter((line) => line.n > heard);
      heard = message.log.at(-1)?.n ?? heard;
      on.told(message);
      return;
    }
    if (message.code === "too_fast") {
      clearTimeout(again);
      again = setTimeout(sendUnanswered, PAUSE);
      return;
    }
    unanswered.delete(message.id);
    if (message.type === "done") on.done(message);
    else if (message.code !== "doubled") {
      given_up = message.id === null && ["foreign", "unknown"].includes(message.code);
      on.refused(message);
    }
  }

  connect();
  return {
    send(message) {
      const sent = { id: newId(), ...message };
      unanswered.set(sent.id, sent);
      transmit(sent);
      return sent.id;
    },
    /** Break the connection, as a network would. */
    drop: () => socket.close(),
  };
}
