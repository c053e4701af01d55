import {dirname} from 'node:path';
import {isList, isObject, type Json} from '../../core/json.ts';
import type {ProgramResult} from '../../core/program/program-call.ts';
import type {OpenPrograms} from '../../ports/restricted-programs.ts';
import {type ChildProgram, childCommand} from './child-command.ts';
import {type ModuleLimits, moduleProcess, NO_ANSWER} from './module-process.ts';
import {readablePaths} from './readable-paths.ts';

const LIMITS: ModuleLimits = {timeoutMs: 30_000, maxBytes: 16 * 1024 * 1024};

/** Returns the function that opens programs of a project: applications and policies. Nothing is cached, because they may read files. */
export const openProgramsBy =
  ({program, limits = LIMITS}: {readonly program: ChildProgram; readonly limits?: ModuleLimits}): OpenPrograms =>
  (files) => {
    const folders = [...new Set(files.map((file) => dirname(file)))];
    const [cwd = '/'] = folders;
    const readable = async () => (await Promise.all(folders.map(readablePaths))).flat();
    const process = moduleProcess(async () => childCommand(program, cwd, await readable()), cwd, limits);
    return {
      call: async (call, module, input) => {
        const reply = await process.ask({kind: 'call', call, module, input});
        return 'stopped' in reply ? {faults: [`it ${reply.stopped}`]} : readResult(reply.answer);
      },
    };
  };

/** Returns the result of a call. The process is not trusted: any other value is a fault. */
function readResult(answer: Json): ProgramResult {
  const {kind, result, faults} = isObject(answer) ? answer : {};
  if (kind === 'unusable') return {faults: textsIn(faults)};
  if (kind === 'called' && isObject(result ?? null)) {
    const {value, faults: found} = result as {readonly value?: Json; readonly faults?: Json};
    return value === undefined ? {faults: textsIn(found)} : {value};
  }
  return {faults: textsIn(undefined)};
}

const textsIn = (faults: Json | undefined): readonly string[] =>
  faults !== undefined && isList(faults) && faults.length > 0 && faults.every((one) => typeof one === 'string')
    ? faults
    : [`it ${NO_ANSWER}`];
