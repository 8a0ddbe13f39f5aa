// Dice that can be proved: the commitment to their seed as the game begins, and the seed once it is over.

import { made } from "./elements.js";

const line = (words, value) => made("p", {}, words, made("code", { textContent: value }));

/** What can be checked by now, and how; nothing where nobody has committed himself to the dice. */
export function showProof(root, proof) {
  root.hidden = !proof;
  if (!proof) return;
  const { commitment, seed, salt } = proof;
  const said = [line("The seed of the dice was drawn as the game began. Note its commitment: ", commitment)];
  if (seed === null) said.push(made("p", { textContent: "Seed and salt are told when the game is over: then everybody can check it." }));
  else {
    said.push(line("Seed: ", seed), line("Salt: ", salt));
    said.push(line("This gives the commitment: ", `printf '%s' '${seed} ${salt}' | sha256sum`));
    said.push(line("The record of the game holds the same seed, and this rolls all dice again: ", "aw-env replay RECORD"));
  }
  root.querySelector("div").replaceChildren(...said);
}
