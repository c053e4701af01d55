import type {Command} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {StackRequest} from '../../../app/plan/release-requests.ts';
import type {OutputList} from '../../../app/resource/list-outputs.ts';
import {defined} from '../../../lib/defined.ts';
import {outputListText, outputText} from '../../../ui/text/resource/output-text.ts';
import type {OpenSession} from '../../session.ts';
import {nameLazily} from '../release/name-history.ts';

/** The use case behind `gantry output`. Tests pass their own. */
export type ListOutputs = (request: StackRequest & {readonly name?: string}, deps: Deps) => Promise<OutputList>;

const listLazily: ListOutputs = async ({name, ...request}, deps) =>
  (await import('../../../app/resource/list-outputs.ts')).listOutputs(
    {...(await nameLazily(request, deps)), name},
    deps,
  );

/** Defines `gantry output [NAME]`: shows the outputs of Terraform code. A sensitive one is only shown if it is named. */
export const defineOutput = (command: Command, open: OpenSession, run: ListOutputs = listLazily): Command =>
  command
    .argument('[name]', 'the only output to print, also if it is sensitive; a text is printed as it is')
    .action(async (name?: string) => {
      const session = await open();
      const list = await run({...session.globals.stack, ...defined({name})}, session.deps);
      await session.print({
        document: list,
        text: (style) => (name === undefined ? outputListText(list, style) : outputText(list)),
      });
    });
