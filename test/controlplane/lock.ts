import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {identify} from './run-state.ts';

/**
 * Does `work` while no other process does the same, so that two test runs do not both build for five minutes.
 * A lock whose holder is gone is taken over; should two take it over at once, both build, and the renames that
 * publish the result make that harmless.
 */
export async function withLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  const mine = JSON.stringify(identify('holder', process.pid));
  mkdirSync(dirname(file), {recursive: true});
  for (let told = false; !take(file, mine); await sleep(200)) {
    if (!told) onWait();
    told = true;
  }
  try {
    return await work();
  } finally {
    rmSync(file, {force: true});
  }
}

function take(file: string, mine: string): boolean {
  try {
    writeFileSync(file, mine, {flag: 'wx'});
    return true;
  } catch {
    if (!isHeld(file)) rmSync(file, {force: true});
    return false;
  }
}

function isHeld(file: string): boolean {
  try {
    const {pid, started} = JSON.parse(readFileSync(file, 'utf8')) as {pid: number; started: string};
    return identify('holder', pid)?.started === started;
  } catch {
    return true; // just being written or removed: look again
  }
}
