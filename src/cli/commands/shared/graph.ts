import {type Command, Option} from 'commander';
import type {graphShared} from '../../../app/shared/graph-shared.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry shared graph`. Tests pass their own. */
export type GraphSharedCase = typeof graphShared;

const graphLazily: GraphSharedCase = async (request, deps) =>
  (await import('../../../app/shared/graph-shared.ts')).graphShared(request, deps);

type Flags = {readonly format?: 'tree' | 'dot' | 'mermaid'};

/** Defines `gantry shared graph`: shows which stacks use which shared resources. Neither files nor the cluster are needed. */
export const defineSharedGraph = (command: Command, open: OpenSession, run: GraphSharedCase = graphLazily): Command =>
  command
    .addOption(
      new Option('--format <tree|dot|mermaid>', 'graph format; default: tree').choices(['tree', 'dot', 'mermaid']),
    )
    .action(async ({format}: Flags) => {
      const {globals, deps, print} = await open();
      if (format !== undefined && globals.output !== 'human')
        throw usageError(`--format and -o ${globals.output} cannot be used together: --format is for people.`);
      const graph = await run(globals.stack, deps);
      const {sharedGraphText} = await import('../../../ui/text/shared/shared-graph-text.ts');
      await print({document: graph, text: (style) => sharedGraphText(graph, format ?? 'tree', style)});
    });
