import type {Command} from 'commander';
import type {showShared} from '../../../app/shared/show-shared.ts';
import {defined} from '../../../lib/defined.ts';
import {printableLines} from '../../../ui/printable.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry shared show`. Tests pass their own. */
export type ShowSharedCase = typeof showShared;

const showLazily: ShowSharedCase = async (request, deps) =>
  (await import('../../../app/shared/show-shared.ts')).showShared(request, deps);

/** Defines `gantry shared show ID`: shows a shared resource with its users and its values. */
export const defineSharedShow = (command: Command, open: OpenSession, run: ShowSharedCase = showLazily): Command =>
  command
    .argument('<id>', 'the id of the shared resource, for example v1:Service:shop:db')
    .option('--verify', 'look up an external resource in the cluster or at its provider, and show its values')
    .action(async (id: string, {verify}: {readonly verify?: boolean}) => {
      const session = await open();
      const shown = await run({...session.globals.stack, id, ...defined({verify})}, session.deps);
      await session.print({
        document: shown,
        text: async () => {
          const {sharedShowText} = await import('../../../ui/text/shared/shared-show-text.ts');
          if (shown.outputs === undefined) return sharedShowText(shown);
          const {toYaml} = await import('../../../app/to-yaml.ts');
          return `${sharedShowText(shown)}\n${printableLines(toYaml([shown.outputs]))}`;
        },
      });
    });
