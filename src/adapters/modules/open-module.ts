import {realpath} from 'node:fs/promises';
import {isList, isObject, type Json} from '../../core/json.ts';
import type {ModuleDescription} from '../../core/module/describe-module.ts';
import type {ModuleAnswer, ModuleMessage} from '../../core/module/module-message.ts';
import {type ModuleProblem, ofModule} from '../../core/module/module-problem.ts';
import {type ModuleRun, type ModuleUse, usableResult} from '../../core/module/run-module.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import type {OutputCache} from '../../lib/output-cache.ts';
import type {OpenModule} from '../../ports/modules.ts';
import {type ChildProgram, childCommand} from './child-command.ts';
import {type ModuleLimits, moduleProcess, NO_ANSWER} from './module-process.ts';
import {readFolder} from './read-folder.ts';

/** The options for modules in folders. */
export type ModuleOptions = {
  readonly program: ChildProgram;
  /** The version of Gantry: another version may check or merge in another way. */
  readonly version: string;
  readonly cache?: OutputCache | undefined;
  readonly limits?: ModuleLimits;
};

const LIMITS: ModuleLimits = {timeoutMs: 30_000, maxBytes: 16 * 1024 * 1024};

/** Returns the function that opens modules in folders. Results are cached by the digests of the module, its input and its context. */
export const openModuleBy =
  ({program, version, cache, limits = LIMITS}: ModuleOptions): OpenModule =>
  async (name, given) => {
    const found = await readFolder(await realpath(given).catch(() => given));
    if ('problem' in found) return found;
    const {folder, entry, integrity} = found;
    const process = moduleProcess(() => childCommand(program, folder), folder, limits);
    const ask = async (message: ModuleMessage): Promise<ModuleAnswer> => {
      const key = canonicalJson({version, integrity, message: {...message, module: ''}});
      const kept = await cache?.read(key);
      if (kept !== undefined) return JSON.parse(kept) as ModuleAnswer;
      const reply = await process.ask(message);
      if ('stopped' in reply) return {kind: 'unusable', faults: [reply.stopped]};
      const answer = readAnswer(reply.answer);
      if (answer.kind === 'described' || answer.kind === 'generated') await cache?.write(key, reply.line);
      return answer;
    };
    return {
      integrity,
      describe: async () => {
        const answer = await ask({kind: 'describe', module: entry});
        if (answer.kind === 'described') return answer.description;
        return {faults: answer.kind === 'unusable' ? answer.faults : ['its answer is not a description']};
      },
      run: async (use) => runOf(name, use, await ask({kind: 'run', module: entry, use})),
    };
  };

/** Returns the checked result of a module. The process is not trusted, so the result is checked again. */
function runOf(name: string, use: ModuleUse, answer: ModuleAnswer): ModuleRun {
  switch (answer.kind) {
    case 'generated':
      return usableResult(name, answer.generated as Json, use);
    case 'problems':
      return {problems: answer.problems};
    case 'unusable':
      return {problems: answer.faults.map((fault) => ofModule(`module ${name}: ${fault}`))};
    case 'described':
    case 'called':
      break;
  }
  return {problems: [ofModule(`module ${name}: its answer is not a result`)]};
}

const UNUSABLE: ModuleAnswer = {kind: 'unusable', faults: [`it ${NO_ANSWER}`]};

/** Checks the form of an answer. Anything else is a fault. */
function readAnswer(answer: Json): ModuleAnswer {
  if (!isObject(answer)) return UNUSABLE;
  const {kind, description, generated, problems, faults} = answer;
  if (kind === 'described' && isObject(description))
    return {kind, description: description as unknown as ModuleDescription};
  if (kind === 'generated' && generated !== undefined) return {kind, generated};
  if (kind === 'problems' && isList(problems) && problems.every(isProblem))
    return {kind, problems: problems as unknown as readonly ModuleProblem[]};
  if (kind === 'unusable' && isList(faults) && faults.every((one) => typeof one === 'string')) return {kind, faults};
  return UNUSABLE;
}

const isProblem = (value: Json): boolean =>
  isObject(value) &&
  (value['side'] === 'application' || value['side'] === 'platform' || value['side'] === 'module') &&
  typeof value['message'] === 'string' &&
  isList(value['path']) &&
  value['path'].every((step) => typeof step === 'string' || typeof step === 'number');
