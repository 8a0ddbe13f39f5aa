// The page of a game: the board, the question with its choices, orders, the battle, the log.

import { createBidding, followSeat } from "./bidding.js";
import { createBattle } from "./battle.js";
import { createBoard } from "./board.js";
import { createChat } from "./chat.js";
import { createClock } from "./clock.js";
import { grouped } from "./browser.js";
import { showGuide } from "./guide.js";
import { showCourse } from "./course.js";
import { showLegend } from "./legend.js";
import { openLink } from "./link.js";
import { createLog } from "./log.js";
import { made, nameOf } from "./elements.js";
import { myKey } from "./me.js";
import { createNotices } from "./notices.js";
import { judgement, markChoices } from "./opinion.js";
import { createBoard as createPlaces } from "./places.js";
import { forget, remember, seatsOf } from "./seats.js";
import { createCalculator } from "./battles.js";
import { showOdds } from "./odds.js";
import { showProof } from "./proof.js";
import { showSince } from "./since.js";
import { showEnding } from "./ending.js";
import { keyed, unitKey } from "./ids.js";

const PATIENCE = 1000; // milliseconds without an answer until the page says that there will be one
const LONG = 3000; // milliseconds after which it is said why the table is not laid yet
const HIGH = 800; // pixels of a screen on which the victory points are shown unasked

const find = (selector) => document.querySelector(selector);
find("#course").open = innerHeight >= HIGH;
const game = location.pathname.split("/").at(-1);
find("#over a").href = `/replay/${game}`;
const token = tokenOfThisSeat();
const board = bothBoards(createBoard(find("#drawn")), createPlaces(find("#places")));
const battle = createBattle(find("#battle"), (ids) => board.highlight(ids));
const log = createLog(find("#log"), (ids) => board.highlight(ids));
const now = { table: null, asked: "", question: null, battle: null, scene: null, since: null, course: [], guide: null, chat: null };
const said = new Set(); // ids of what has been said to others: to that nothing is answered
const chat = createChat(find("#chat"), (words) => said.add(link.send({ do: "chat", words })));
const notices = createNotices(find("#notices"), game);
let unseen = 0; // lines of others that came while the page was not looked at
const showBidding = createBidding(find("#bidding"), (points) => send({ do: "bid", points }));
const clock = createClock(find("#clock"), find("#out-of-time"));
const calculator = createCalculator(find("#here"), (area, units) => send({ do: "battle", area, units }));
let ordering = []; // the units that are picked to be ordered
let patience = null; // when it says so
let choosing = false; // whether the last answer came from a choice, so that the keyboard goes on from the first

/** The token of the address is kept by the browser, and the address is then without it; where nothing is kept it stays,
 * so that the page can be loaded again. */
function tokenOfThisSeat() {
  const [seat, given] = location.hash.slice(1).split("=");
  if (given && remember(game, seat, given)) history.replaceState(null, "", `#${seat}`);
  return seatsOf(game)[seat] ?? "";
}

/** The drawn board and the lists, of which one is seen: what is done to one is done to the other. */
function bothBoards(...boards) {
  const both = (name) => [name, (given) => boards.forEach((board) => board[name](given))];
  return Object.fromEntries(["draw", "targets", "select", "bearings", "moves", "highlight", "orderable", "gathered", "onPick", "onGather"].map(both));
}

const link = openLink(game, { token, person: myKey(), seat: location.hash.slice(1).split("=")[0] }, {
  told({ at, parts, log: lines }) {
    const before = { ...now };
    Object.assign(now, parts);
    followSeat(game, token, now.table.you, before.bidding && !now.bidding);
    notice(before);
    if ("bidding" in parts) showBidding(parts.bidding);
    if ("clock" in parts) clock.show(parts.clock, at, now.table.seats);
    show(parts, lines);
  },
  done({ id, said: words, opinion, odds, battle }) {
    clearTimeout(patience);
    if (said.delete(id)) return;
    say(opinion ? [`${judgement(opinion)}.`] : words);
    if (odds) showOdds(find("#odds"), odds);
    if (battle) calculator.show(battle);
    if (opinion) markChoices(find("#choices"), opinion);
  },
  refused({ code, words, id }) {
    clearTimeout(patience);
    say([]);
    calculator.refuse();
    find("#problem").textContent = words;
    if (id === null && code === "foreign") forget(game, location.hash.slice(1));
  },
  open: () => (find("#connection").textContent = ""),
  closed() {
    clearTimeout(patience);
    find("#connection").textContent = "The connection is lost; trying again …";
  },
});

setTimeout(() => {
  const waits = now.table === null && !find("#problem").textContent;
  if (waits) find("#asked").textContent += " The first game of a kind waits a minute for its rules to be compiled.";
}, LONG);

/** What has come is told in the title, and by a notice while the page is not looked at; not what was there before it. */
function notice(before) {
  notices.offer(now.table.you !== null && !now.table.over);
  if (before.table !== null) noticeNews(before);
  entitle();
}

function noticeNews(before) {
  if (now.question && !before.question) notices.tell("move", "Your move", `${now.table.title}, ${now.table.you}`);
  const heard = before.chat?.at(-1)?.n ?? 0;
  const lines = (now.chat ?? []).filter(({ n, seat }) => n > heard && seat !== now.table.you);
  if (document.hidden) unseen += lines.length;
  if (lines.length) notices.tell("talk", `${lines.at(-1).seat}: ${now.table.title}`, lines.at(-1).words);
}

/** The title of the page says what waits. */
function entitle() {
  const waits = [...(now.question ? ["● Your move"] : []), ...(unseen ? [`${unseen} new in Talk`] : [])].join(", ");
  document.title = `${waits && `${waits}: `}${now.table.title}, ${now.table.you ?? "looking on"}`;
}

addEventListener("visibilitychange", () => {
  if (document.hidden || !now.table) return;
  unseen = 0;
  entitle();
});

function send(message) {
  find("#problem").textContent = "";
  clearTimeout(patience);
  patience = setTimeout(() => say(["One moment: the computer is at work …"]), PATIENCE);
  link.send(now.question && !["why", "hand_over", "take_back", "bid"].includes(message.do) ? { question: now.question.number, ...message } : message);
}

function say(lines) {
  find("#said").replaceChildren(...lines.map((words) => made("p", { textContent: words })));
}

// --- showing --------------------------------------------------------------------------------------------

/** The board comes last: to move the focus, or to scroll, has the browser lay out the page, and the board takes it long. */
function show(parts, lines) {
  if ("table" in parts) showTable(now.table);
  if ("question" in parts || "asked" in parts) showQuestion(now.question);
  if ("table" in parts) showEnding(find("#ending"), game, token, now.table, now.scene.sides, (words) => (find("#problem").textContent = words));
  if ("scene" in parts) log.know(now.scene, now.table.die);
  if ("battle" in parts) showBattle();
  battle.roll(lines);
  log.add(lines);
  if ("chat" in parts) chat.show(parts.chat, now.table.you === null);
  if ("since" in parts) showSince(find("#since"), now.since);
  if ("scene" in parts || "course" in parts) showCourse(find("#course > div"), now.scene, now.course);
  if ("scene" in parts) showScene(now.scene);
  if ("since" in parts || "battle" in parts) board.moves(now.battle ? [] : (now.since?.moves ?? []));
  if ("question" in parts) showInQuestion(now.question);
  if ("guide" in parts || "question" in parts) showGuiding(now.guide);
}

/** What the guide says, and the places that it means on the board. */
function showGuiding(guide) {
  showGuide(find("#guide"), guide, (words) => {
    find("#words").value = words;
    find("#line button").focus();
  });
  if (guide?.point.length) board.highlight(guide.point);
}

function showScene(scene) {
  board.draw(scene);
  showLegend(find("#legend > div"), scene);
}

/** What a question is about, and what may be picked to answer it, on the board. */
function showInQuestion(question) {
  board.select(question?.subject ?? null);
  board.bearings(question !== null && !question.commit ? question.bearings : undefined);
  board.targets(question !== null && !question.commit ? question.choices.map((choice) => choice.target).filter(Boolean) : []);
}

/** The battle; while there is one it has the room of the victory points, for which a low screen has none. */
function showBattle() {
  if (find("#battle").hidden !== (now.battle === null)) find("#course").open = now.battle === null && innerHeight >= HIGH;
  battle.show(now.battle, now.scene.sides, now.table.die);
}

function showTable(table) {
  find("#title").textContent = table.title;
  find("#now").textContent = table.now && `If the turn ended now: ${table.now}`;
  find("#score").replaceChildren(...table.score.map((words) => made("li", { textContent: words })));
  find("#when").replaceChildren(...table.when.map((words) => made("div", { textContent: words })));
  find("#seats").replaceChildren(...table.seats.map((seat) => seatEntry(table, seat)));
  find("#warning").hidden = !table.dice_known;
  showProof(find("#proof"), table.proof);
  showAdvisers(table.advisers);
  find("#here").hidden = !table.battles;
  showPace(table.show, table.over);
}

/** How fast a game is played that is there to be watched. */
function showPace(pace, over) {
  const form = find("#pace");
  form.hidden = !pace || Boolean(over);
  if (!pace) return;
  const [button, seconds] = [form.querySelector("button"), form.querySelector("input")];
  button.textContent = pace.paused ? "Continue" : "Pause";
  if (document.activeElement !== seconds) seconds.value = pace.seconds;
  const set = (paused) => link.send({ do: "pace", seconds: Number(seconds.value) || 0, paused });
  form.onsubmit = (event) => (event.preventDefault(), set(!pace.paused));
  seconds.onchange = () => set(pace.paused);
}

function showAdvisers(names) {
  find("#advice").hidden = !names.length;
  if (find("#adviser").childElementCount === names.length) return;
  find("#adviser").replaceChildren(...names.map((name) => made("option", { value: name, textContent: name })));
}

function seatEntry(table, seat) {
  const who = seat.player !== "person" ? `played by ${seat.player}` : seat.invited ? "is invited" : seat.open ? "waits for whoever joins" : seat.here ? "here" : "away";
  const named = seat.person ? [" ", ...nameOf(seat.person)] : [];
  const entry = made("li", {}, made("b", { textContent: seat.name }), ...named, ` ${who}`);
  entry.classList.toggle("asked", table.asked === seat.name);
  entry.classList.toggle("you", table.you === seat.name);
  if (table.you === null || table.over || now.bidding) return entry;
  if (table.you === seat.name && seat.player !== "person") entry.append(" ", seatButton("Play myself", { do: "take_back" }));
  if (seat.player === "person" && (table.you === seat.name || !seat.here))
    entry.append(" ", seatButton("Let the computer play", { do: "hand_over", seat: seat.name }));
  return entry;
}

const seatButton = (words, message) => made("button", { type: "button", textContent: words, onclick: () => send(message) });

function showQuestion(question) {
  const mine = question !== null;
  const held = document.activeElement.closest("#turn") ? document.activeElement : null;
  choosing ||= document.activeElement.closest("#choices, #commit") !== null;
  find("#asked").textContent = question?.commit ? "All orders are given." : now.asked;
  find("#over").hidden = !now.table?.over;
  find("#turn").classList.toggle("mine", mine);
  for (const part of ["#answers", "#hand"]) find(part).hidden = !mine;
  find("#commit").hidden = !question?.commit;
  showOdds(find("#odds"), null);
  board.orderable(mine && !question.commit ? question.ahead.map(({ id }) => unitKey(id)) : []);
  gather([]);
  if (!mine) {
    if (held?.closest("[hidden]")) find("#asked").focus(); // else the browser would lose it with what is hidden
    return;
  }
  calculator.begin(now.scene.areas);
  if (question.notes.length) say(question.notes);
  find("#commit p").textContent = `${question.commit}: commit?`;
  find("#choices").replaceChildren(...(question.commit ? [] : question.choices.map(choiceEntry)));
  find("#example").textContent = question.example && `Several at once: ${question.example}`;
  find("#same").hidden = !question.same || Boolean(question.commit);
  if (question.same) find("#same button").textContent = question.same;
  find("[data-do=undo]").disabled = !question.undo;
  showOrders(question);
  find("#answers").scrollTop = 0; // a question begins with its first choice, or with Commit
  find("#standing ul").replaceChildren(...question.standing.map(standingEntry));
  if (choosing) find("#commit:not([hidden]) button, #choices button")?.focus();
  else if (held && (held.disabled || !held.isConnected)) find("#asked").focus();
  choosing = false;
}

/** The orders that wait, those of one kind together, and the units that are still to be ordered. */
function showOrders({ orders, ahead, subject, commit }) {
  const kinds = [...grouped(orders, ({ words }) => words)];
  find("#orders").replaceChildren(...kinds.map(([words, same]) => made("li", {}, made("b", { textContent: words }), `: ${same.map(({ name }) => name).join(", ")}`)));
  const left = commit ? [] : ahead.filter(({ id }) => unitKey(id) !== subject && !orders.some((order) => order.id === id));
  find("#ahead").hidden = !left.length;
  find("#ahead summary").textContent = left.length === 1 ? "1 more unit will be asked" : `${left.length} more units will be asked`;
  find("#ahead div").replaceChildren(...left.map((unit) => made("button", { type: "button", textContent: unit.name, onclick: () => pick(unitKey(unit.id)) })));
}

function choiceEntry(choice) {
  const button = made("button", { type: "button", textContent: choice.words, onclick: () => answer(choice) });
  button.dataset.action = choice.action;
  if (choice.note) button.append(made("small", { textContent: ` ${choice.note}` }));
  if (choice.target) button.onmouseenter = button.onfocus = () => board.highlight([choice.target]);
  return made("li", {}, button);
}

function standingEntry(words) {
  const button = seatButton("Take back", { do: "never", words });
  return made("li", { textContent: `${words} ` }, button);
}

// --- ordering ---------------------------------------------------------------------------------------------

function answer(choice) {
  send({ do: "answer", action: choice.action });
}

/** Units are picked to be ordered together, those of them that will be asked.  more: with those that are already, or, where
 * these are among them, without. */
function gather(ids, more = false) {
  const before = ordering.map(({ id }) => unitKey(id));
  if (more) ids = ids.every((id) => before.includes(id)) ? before.filter((id) => !ids.includes(id)) : [...before, ...ids];
  ordering = now.question?.ahead.filter(({ id }) => ids.includes(unitKey(id))) ?? [];
  board.gathered(ordering.map(({ id }) => unitKey(id)));
  if (before.length && !ordering.length) say([]);
  if (ordering.length) say([`${ordering.map(({ name }) => name).join(", ")}: where to? Pick a place.`]);
}

/** A target answers the question; a unit that will be asked is picked, and the place picked next is its order. */
function pick(id) {
  const question = now.question;
  if (question === null || question.commit) return;
  if (ordering.length) {
    const { areas, ports, units } = keyed(now.scene);
    const name = [...areas, ...ports, ...units].find((item) => item.id === id)?.name;
    if (name) send({ do: "say", words: `${ordering.map((unit) => unit.name).join(", ")} to ${name}` });
    gather([]);
    return;
  }
  const choice = question.choices.find((choice) => choice.target === id);
  const unit = question.ahead.find((unit) => unitKey(unit.id) === id);
  if (choice) answer(choice);
  else if (unit && id !== question.subject) {
    board.select(id);
    gather([id]);
  }
}

/** An area that is picked, and answers nothing, is the one whose battle can be tried. */
function lookAtBattle(id) {
  const area = keyed(now.scene).areas.findIndex((area) => area.id === id);
  if (area < 0 || !now.table.battles || !now.question || ordering.length || now.question.choices.some((choice) => choice.target === id)) return;
  calculator.open(now.scene.areas[area].id);
}

board.onPick(lookAtBattle);
board.onPick(pick);
board.onGather(gather);
find("#as-lists").onchange = (event) => {
  find("#drawn").hidden = event.target.checked;
  find("#places").hidden = !event.target.checked;
  board.draw(now.scene);
};
find("#save-log").onclick = () => {
  const file = URL.createObjectURL(new Blob([log.text()], { type: "text/plain" }));
  made("a", { href: file, download: `${now.table.title}, turn ${now.scene.turn}.txt` }).click();
  URL.revokeObjectURL(file);
};
find("#line").onsubmit = (event) => {
  event.preventDefault();
  const words = find("#words").value.trim();
  if (words) send({ do: "say", words });
  else find("#commit:not([hidden]) button")?.click(); // an empty line commits, as at the terminal
  find("#words").value = "";
};
find("#standing form").onsubmit = (event) => {
  event.preventDefault();
  const input = find("#standing input");
  if (input.value.trim()) send({ do: "always", words: input.value.trim() });
  input.value = "";
};
for (const button of document.querySelectorAll("[data-do]")) {
  const more = { opinion: () => ({ player: find("#adviser").value }), why: () => ({ words: find("#words").value.trim() }), odds: () => ({ words: find("#words").value.trim() }), auto: () => ({ span: find("#span").value }) };
  button.onclick = () => {
    send({ do: button.dataset.do, ...more[button.dataset.do]?.() });
    const meanwhile = { odds: "Playing on …", opinion: "Thinking …", hint: "Thinking …" }[button.dataset.do];
    if (meanwhile) say([meanwhile]);
  };
}
/** A number gives the answer of that number, for which the keyboard then stays at the choices; what several orders wait
 * for is never done by a number alone. */
function answerByNumber(number) {
  const button = find(`#choices li:nth-child(${number}) button`);
  if (button) {
    choosing = true;
    button.click();
  } else if (number === "1") find("#commit:not([hidden]) button")?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target === find("#words")) find("#asked").focus(); // where numbers answer again
  if (event.target.matches("input:not([type=checkbox]), select, textarea") || event.altKey) return;
  const held = event.ctrlKey || event.metaKey;
  if (held && event.key === "z") {
    event.preventDefault();
    find("[data-do=undo]").click();
  } else if (held) return;
  else if (/^[1-9]$/.test(event.key) && !event.repeat) answerByNumber(event.key);
  else if (event.key === "Escape" && ordering.length) {
    gather([]);
    board.select(now.question?.subject ?? null);
  } else if (event.key === "/") {
    event.preventDefault();
    find("#words").focus();
  }
});
window.table = { link, now }; // for a look from the console
