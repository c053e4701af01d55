import {createContext, Script} from 'node:vm';
import {once} from './once.ts';

/**
 * Runs a synchronous function and returns what it returns; undefined when it takes longer. Nothing else stops a regular expression
 * or a loop that somebody else wrote: while it runs, signals and timers wait.
 */
export function withinTime<T>(run: () => T, timeoutMs: number): {readonly value: T} | undefined {
  const {script, place} = bounded();
  const outer = place.run;
  let answer: {readonly value: T} | undefined;
  place.run = () => {
    answer = {value: run()};
  };
  try {
    script.runInContext(place, {timeout: timeoutMs});
    return answer;
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  } finally {
    place.run = outer;
  }
}

/** The error belongs to the script's own world: it is no `Error` of ours. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

type Place = {run: (() => void) | undefined};

/** Only a script can be stopped in the middle. */
const bounded = once(() => ({script: new Script('run()'), place: createContext({run: undefined}) as Place}));
