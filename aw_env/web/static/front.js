// The front page: begin a game, find one, go on with a recorded one.

import { bidInWords, createBidLine } from "./bidding.js";
import { copy } from "./browser.js";
import { timeLeft } from "./clock.js";
import { made, nameInWords, relist } from "./elements.js";
import { askAsMe, become, broughtKey, linkOfMine } from "./me.js";
import { showMe } from "./name.js";
import { createRatings } from "./ratings.js";
import { linkTo, remember, seatsOf } from "./seats.js";
import { createWaiting } from "./waiting.js";

const REFRESH = 10_000, REFRESH_HIDDEN = 60_000; // milliseconds
const TITLE = document.title;
let refreshed = Date.now();

const find = (selector) => document.querySelector(selector);
const { scenarios } = await ask("/api/scenarios").catch((error) => {
  find("#problem").textContent = `The server does not answer: ${error.message}. Load the page again.`;
  throw error;
});
let scenario = null;
const bidLine = createBidLine(find("#bid-line"));

async function ask(address, given) {
  const body = given && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(given) };
  const answer = await fetch(address, body);
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.words);
  return told;
}

const persons = new Map([["person", "a person"], ["anyone", "whoever joins"]]);

/** Who may hold a seat: a person, or the computer at a level that has been measured; where none has been, by its names. */
function holders({ players, levels }) {
  const offered = Object.entries(levels);
  const measured = offered.map(([level, name]) => [name, `computer, level ${level} of ${offered.length}`]);
  const others = players.filter((name) => !persons.has(name)).map((name) => [name, `computer: ${name}`]);
  return [...persons, ...(measured.length ? measured : others)];
}

const option = (value, words = value) => made("option", { value, textContent: words });

// --- begin a game -------------------------------------------------------------------------------------

/** A scenario by its name; where another game has one of the same name before, by its game as well. */
const keyOf = (offered) => (scenarios.find(({ name }) => name === offered.name) === offered ? offered.name : `${offered.game} ${offered.name}`);

find("#scenario").replaceChildren();
for (const title of new Set(scenarios.map((offered) => offered.game_title))) {
  const ofGame = scenarios.filter((offered) => offered.game_title === title);
  find("#scenario").append(made("optgroup", { label: title }, ...ofGame.map((offered) => option(keyOf(offered), offered.title))));
}
find("#scenario").value = "midway";
find("#scenario").onchange = showScenario;
find("#players").onchange = showSeats;
showScenario();

function showScenario() {
  scenario = scenarios.find((offered) => keyOf(offered) === find("#scenario").value);
  find("#note").textContent = scenario.note;
  find("#players").replaceChildren(...Object.keys(scenario.seats).map((number) => option(number)));
  find("#players-line").hidden = Object.keys(scenario.seats).length === 1;
  find("#options").replaceChildren(...scenario.options.map(optionEntry));
  find("#options-line").hidden = !scenario.options.length;
  showSeats();
}

function optionEntry(rule) {
  const box = made("input", { type: "checkbox", value: rule.name });
  box.onchange = () => {
    if (!box.checked) return;
    for (const other of find("#options").querySelectorAll("input")) {
      if (rule.needs.includes(other.value)) other.checked = true;
      if (rule.excludes.includes(other.value)) other.checked = false;
    }
  };
  return made("label", { className: "option" }, box, made("b", { textContent: ` ${rule.title}. ` }), rule.effect);
}

function showSeats() {
  find("fieldset").hidden = false;
  const seats = scenario.seats[find("#players").value];
  find("#victory-line").hidden = !(scenario.individual && seats.length === 4);
  bidLine.show(scenario.bids, seats.length === 2);
  find("#seats").replaceChildren(
    ...seats.map((seat, number) => {
      const choice = made("select", { name: seat }, ...holders(scenario).map(([name, words]) => option(name, words)));
      choice.value = number === 0 || !scenario.players.includes("scripted") ? "person" : "scripted";
      return made("label", {}, `${seat} `, choice);
    }),
  );
}

const chosenPlayers = () => Object.fromEntries([...find("#seats").querySelectorAll("select")].map((choice) => [choice.name, choice.value]));

function chosenSetup() {
  const setup = {
    scenario: scenario.name,
    game: scenario.game,
    players: Number(find("#players").value),
    options: [...find("#options").querySelectorAll("input:checked")].map((box) => box.value),
    victory: find("#victory-line").hidden ? "team" : find("#victory").value,
    bid: bidLine.bid(),
  };
  const seed = find("#seed").value.trim();
  return seed ? { ...setup, seed: Number(seed) } : setup;
}

async function begin(address, given) {
  find("#problem").textContent = "";
  try {
    showLinks(await ask(address, given));
  } catch (error) {
    find("#problem").textContent = error.message;
  }
}

/** With one person the game opens at once; with several, each has a link. */
function showLinks({ id, tokens }) {
  const seats = Object.entries(tokens);
  for (const [seat, token] of seats) remember(id, seat, token);
  if (seats.length < 2) {
    location.assign(seats.length ? linkTo(id, ...seats[0]) : `/game/${id}`);
    return;
  }
  find("#links").hidden = false;
  find("#links ul").replaceChildren(
    ...seats.map(([seat, token]) => {
      const address = linkTo(id, seat, token);
      const field = made("input", { readOnly: true, value: address, ariaLabel: `Link of ${seat}` });
      const button = made("button", { type: "button", textContent: "Copy" });
      button.onclick = async () => (button.textContent = (await copy(field)) ? "Copied" : "Copy it from the field");
      return made("li", {}, made("b", { textContent: `${seat}: ` }), made("a", { href: address, textContent: "play" }), " ", field, " ", button);
    }),
  );
  find("#links").scrollIntoView();
  showGames();
}

/** A guided first game of each scenario that has a guide: the computer holds the seats that are not the guide's. */
function guidedEntry({ name, game, seats, guide }) {
  const players = Object.fromEntries(Object.values(seats)[0].map((seat) => [seat, seat === guide.seat ? "person" : guide.adviser]));
  const setup = { scenario: name, game, players: Object.keys(players).length, guided: true };
  const words = `${guide.title}, about ${guide.minutes} minutes`;
  return made("button", { type: "button", className: "main", textContent: words, onclick: () => begin("/api/games", { setup, players }) });
}

const guided = scenarios.filter(({ guide }) => guide);
find("#guided").append(...guided.map(guidedEntry));
find("#guided").hidden = !guided.length;

find("#begin button.main").disabled = false; // until here a click would send the form to nobody
find("#begin").onsubmit = (event) => {
  event.preventDefault();
  const clock = Number(find("#clock").value) || null;
  begin("/api/games", { setup: chosenSetup(), players: chosenPlayers(), clock, bid_for: bidLine.isBidFor() });
};
find("#import").onsubmit = async (event) => {
  event.preventDefault();
  const file = find("#record").files[0];
  if (file) begin("/api/import", { record: (await file.text()).split("\n")[0], players: chosenPlayers() });
};

// --- games ----------------------------------------------------------------------------------------------

async function showGames() {
  const { games } = await ask("/api/games");
  find("#games").replaceChildren(...(games.length ? games.map(gameEntry) : [made("li", { textContent: "None yet." })]));
}

/** Who holds a seat: a person by name, the computer by the level that the front page offers or, where there is none, by
 * its own. */
function holderOf(offered, player, person) {
  const level = Object.entries(offered?.levels ?? {}).find(([, name]) => name === player)?.[0];
  return level ? `computer, level ${level}` : player === "person" ? nameInWords(person) : player;
}

const offeredFor = (game) => scenarios.find((one) => one.name === game.scenario && one.game === game.game);

/** The games of this person: those that wait for it first. */
async function showMine() {
  const told = await askAsMe("/api/mine").catch(() => undefined);
  if (told === undefined) return; // what was listed stays
  const { games } = told ?? { games: [] };
  find("#mine").hidden = !games.length && find("#brought").hidden;
  const asked = games.filter((game) => game.asked).length;
  document.title = asked ? `(${asked}) ${TITLE}` : TITLE;
  relist(find("#mine ul"), games.map((game) => [game, leftOf(game)]), () => games.map(ownEntry));
  if (find("#mine input").value !== linkOfMine()) find("#mine input").value = linkOfMine();
}

const leftOf = (game) => (game.asked && game.until ? timeLeft(game.until - Date.now() / 1000) : "");

function ownEntry(game) {
  const offered = offeredFor(game), seat = offered?.seats[game.players]?.[game.seat] ?? "";
  const how = game.result || (game.asked ? "your move" : "waiting for others");
  const left = leftOf(game) && ` (${leftOf(game)} left)`;
  const others = game.people.filter((person, number) => person && number !== game.seat).map(nameInWords);
  const against = others.length ? ` with ${others.join(", ")}` : "";
  const words = made("span", { textContent: `, ${seat}${against}: ${how}${left} ` });
  const address = game.result ? `/replay/${game.id}` : `/game/${game.id}#${seat}`;
  const link = made("a", { href: address, textContent: game.result ? "watch it again" : "play" });
  link.dataset.key = `${game.id} ${game.seat}`;
  return made("li", {}, made("b", { textContent: offered?.title ?? game.scenario }), words, link);
}

function gameEntry(game) {
  const begun = new Date(1000 * game.begun).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });
  const offered = offeredFor(game), seats = offered?.seats[game.players] ?? [];
  const who = game.held.map((player, number) => `${seats[number] ?? ""}: ${holderOf(offered, player, game.people[number])}`).join("; ");
  const titles = game.options.map((name) => offered?.options.find((rule) => rule.name === name)?.title ?? name);
  const rules = [...titles, ...(game.bid ? [bidInWords(game.bid, seats)] : [])].map((title, n) => (n ? `, ${title}` : `, with ${title}`)).join("");
  const how = game.result || "being played";
  const entry = made("li", {}, made("b", { textContent: offered?.title ?? game.scenario }), `${rules}, ${begun} (${who}): ${how} `);
  for (const [seat, token] of Object.entries(seatsOf(game.id)))
    entry.append(made("a", { href: linkTo(game.id, seat, token), textContent: `play ${seat}` }), " ");
  if (game.result) entry.append(made("a", { href: `/replay/${game.id}`, textContent: "watch it again" }), " ", made("a", { href: `/api/games/${game.id}/record`, textContent: "record" }));
  else entry.append(made("a", { href: `/game/${game.id}`, textContent: "look on" }));
  return entry;
}

/** Another person's key is taken only by a click: else whoever sends a link would be the person of who opens it. */
function showBrought() {
  const brought = broughtKey();
  if (!brought) return;
  find("#mine").hidden = find("#brought").hidden = false;
  find("#brought button").onclick = () => {
    become(brought);
    find("#brought").hidden = true;
    showMine();
    showMe(find("#me"));
  };
}

/** What others do is shown while the page is looked at, and more seldom while it is not. */
function refresh() {
  if (document.hidden && Date.now() - refreshed < REFRESH_HIDDEN) return;
  refreshed = Date.now();
  showMine();
  showWaiting();
}

const showWaiting = createWaiting(find("#waiting"), offeredFor);
createRatings(find("#ratings"), offeredFor);
setInterval(refresh, REFRESH);
addEventListener("visibilitychange", refresh);
addEventListener("hashchange", showBrought);
showBrought();
find("#mine details button").onclick = async ({ target }) => (target.textContent = (await copy(find("#mine input"))) ? "Copied" : "Copy it from the field");
showMe(find("#me"));
showMine();
showWaiting();
showGames();
