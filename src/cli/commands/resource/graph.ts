import {type Command, Option} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {StackRequest} from '../../../app/plan/release-requests.ts';
import type {ResourceGraph} from '../../../app/resource/graph-resources.ts';
import {readTargets, type TargetFlag, targetFlag} from '../../flags/target-flag.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry resource graph`; without targets it answers for all resources. */
export type GraphResources = (
  request: StackRequest & {readonly targets: readonly string[]},
  deps: Deps,
) => Promise<ResourceGraph>;

const graphLazily: GraphResources = async (request, deps) =>
  (await import('../../../app/resource/graph-resources.ts')).graphResources(request, deps);

type Flags = TargetFlag & {readonly format?: 'tree' | 'dot' | 'mermaid'};

/** Defines `gantry resource graph`: shows which resource needs which, from the files. The cluster is not contacted. */
export const defineResourceGraph = (command: Command, open: OpenSession, run: GraphResources = graphLazily): Command =>
  targetFlag(command)
    .addOption(
      new Option('--format <tree|dot|mermaid>', 'graph format; default: tree').choices(['tree', 'dot', 'mermaid']),
    )
    .action(async (ids: readonly string[], flags: Flags) => {
      const session = await open();
      const {globals, deps} = session;
      if (flags.format !== undefined && globals.output !== 'human')
        throw usageError(`--format and -o ${globals.output} cannot be used together: --format is for people.`);
      const graph = await run({...globals.stack, targets: readTargets(ids, flags)}, deps);
      const {format = 'tree'} = flags;
      await session.print({
        document: graph,
        text: async (style) =>
          format === 'tree'
            ? (await import('../../../ui/text/resource/graph/tree.ts')).graphTree(graph, style)
            : (await import('../../../ui/text/resource/graph/diagram.ts')).graphDiagram(graph, format),
        diagnostics: graph.diagnostics,
      });
    });
