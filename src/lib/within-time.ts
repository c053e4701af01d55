import {createContext, Script} from 'node:vm';
import {once} from './once.ts';

/**
 * Runs a synchronous function and returns its result; undefined if it exceeds the time. Nothing else can stop a regular expression or a
 * loop of other people's code, because signals and timers wait while it runs.
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

/** Reports whether an error is the timeout. It belongs to the script's own realm, so `instanceof Error` is false. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

type Place = {run: (() => void) | undefined};

/** The script that runs the function, because only a script can be interrupted. */
const bounded = once(() => ({script: new Script('run()'), place: createContext({run: undefined}) as Place}));
