import {createInterface} from 'node:readline';
import {definitionFaults} from '../core/module/definition-faults.ts';
import {describeModule} from '../core/module/describe-module.ts';
import type {ModuleAnswer, ModuleMessage} from '../core/module/module-message.ts';
import {type AnyModule, runModule} from '../core/module/run-module.ts';
import type {ProgramCall} from '../core/program/program-call.ts';
import {answerChannel} from './answer-channel.ts';
import {callProgram} from './calls.ts';
import {placedMessage} from './placed-message.ts';
import {provideEntry} from './provide-entry.ts';
import {restrict} from './restrict.ts';

/**
 * Serves as the process of modules and programs, which Gantry starts with the permission model of Node.js and without an environment. It reads a request
 * from each line of stdin and writes an answer to stdout. It ends when stdin ends, and so with Gantry.
 * @throws Error if the permission model is not active: nothing is loaded then
 */
export async function serve(): Promise<void> {
  const answer = answerChannel();
  // A start without the flags, for example by a user, must not run a module.
  if (process.permission?.has('fs.write') ?? true) throw new Error('the permission model of Node.js is not active');
  const load = restrict(provideEntry());
  const loaded = new Map<string, Promise<unknown>>();
  for await (const line of createInterface({input: process.stdin})) {
    const message = JSON.parse(line) as ModuleMessage | ProgramCall;
    const exported = loaded.get(message.module) ?? load(message.module);
    loaded.set(message.module, exported);
    answer(await answerTo(message, exported));
  }
}

async function answerTo(message: ModuleMessage | ProgramCall, loading: Promise<unknown>): Promise<ModuleAnswer> {
  let exported: unknown;
  try {
    exported = await loading;
    if (message.kind === 'call') return {kind: 'called', result: await callProgram(message, exported)};
  } catch (error) {
    return {kind: 'unusable', faults: [placedMessage(error, message.module)]};
  }
  const faults = definitionFaults(exported);
  if (faults.length > 0) return {kind: 'unusable', faults};
  const definition = exported as AnyModule;
  if (message.kind === 'describe') return {kind: 'described', description: describeModule(definition)};
  const run = await runModule(withPlaces(definition, message.module), message.use);
  return 'problems' in run ? {kind: 'problems', problems: run.problems} : {kind: 'generated', generated: run.generated};
}

/** Adds the position in the module to the errors that it throws. */
const withPlaces = (definition: AnyModule, entry: string): AnyModule => ({
  ...definition,
  generate: async (request) => {
    try {
      return await definition.generate(request);
    } catch (error) {
      throw new Error(placedMessage(error, entry), {cause: error});
    }
  },
});
