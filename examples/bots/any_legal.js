// A bot in JavaScript: any legal action, drawn by lot.  aw-env play --opponent "exec:node any_legal.js"
const luck = new Map(); // by game, the state of its own dice

function draw(game, choices) {
  const state = (luck.get(game) * 1103515245n + 12345n) % 2147483648n;
  luck.set(game, state);
  return Number(state / 256n) % choices;
}

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

const answers = {
  hello: () => say({ type: "hello", protocol: 1, name: "any legal", version: "1.0", batch: 64 }),
  "new game": ({ game, seed }) => luck.set(game, BigInt(seed) % 2147483648n),
  decide: ({ decisions }) => {
    const actions = decisions.map(({ game, number, legal }) => ({ game, number, action: legal[draw(game, legal.length)] }));
    say({ type: "action", actions });
  },
  "game over": ({ game }) => luck.delete(game),
  quit: () => process.exit(0),
};

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  answers[message.type]?.(message);
});
