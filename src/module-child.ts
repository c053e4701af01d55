import {createInterface} from 'node:readline';
import {definitionFaults} from './core/module/check-definition.ts';
import {describeModule} from './core/module/describe-module.ts';
import type {ModuleAnswer, ModuleMessage} from './core/module/module-message.ts';
import {type AnyModule, runModule} from './core/module/run-module.ts';
import {answerChannel} from './module-child/answer-channel.ts';
import {provideEntry} from './module-child/provide-entry.ts';
import {restrict} from './module-child/restrict.ts';

/**
 * The process of a module, which Gantry starts with the permission model of Node.js and without an environment. It reads a request from each line of
 * stdin and writes an answer to stdout. It ends when stdin ends, and so with Gantry.
 */
const answer = answerChannel();
const entry = provideEntry();
const load = restrict(entry);
const loaded = new Map<string, Promise<AnyModule>>();

for await (const line of createInterface({input: process.stdin}))
  answer(await answerTo(JSON.parse(line) as ModuleMessage));

async function answerTo(message: ModuleMessage): Promise<ModuleAnswer> {
  let definition: AnyModule;
  try {
    const pending = loaded.get(message.module) ?? load(message.module);
    loaded.set(message.module, pending);
    definition = await pending;
  } catch (error) {
    return {kind: 'unusable', faults: [error instanceof Error ? error.message : String(error)]};
  }
  const faults = definitionFaults(definition);
  if (faults.length > 0) return {kind: 'unusable', faults};
  if (message.kind === 'describe') return {kind: 'described', description: describeModule(definition)};
  const run = await runModule(definition, message.use);
  return 'problems' in run ? {kind: 'problems', problems: run.problems} : {kind: 'generated', generated: run.generated};
}
