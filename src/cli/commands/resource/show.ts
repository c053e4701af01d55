import type {Command} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {StackRequest} from '../../../app/plan/release-requests.ts';
import type {ShownResource} from '../../../app/resource/show-resource.ts';
import {recordedValues} from '../../../core/release/resource-state.ts';
import {printableLines} from '../../../ui/printable.ts';
import {resourceHead} from '../../../ui/text/resource/resource-text.ts';
import type {OpenSession} from '../../session.ts';
import {nameLazily} from '../release/name-history.ts';

/** The use case behind `gantry resource show`. Tests pass their own. */
export type ShowResource = (request: StackRequest & {readonly id: string}, deps: Deps) => Promise<ShownResource>;

const showLazily: ShowResource = async ({id, ...request}, deps) => {
  const {showResource} = await import('../../../app/resource/show-resource.ts');
  return showResource({...(await nameLazily(request, deps)), id}, deps);
};

/** Defines `gantry resource show ID`: shows the object that the stack wrote and the object that the server returned. */
export const defineResourceShow = (command: Command, open: OpenSession, run: ShowResource = showLazily): Command =>
  command
    .argument('<id>', 'the id of the resource, for example apps/v1:Deployment:shop:web')
    .action(async (id: string) => {
      const session = await open();
      const shown = await run({...session.globals.stack, id}, session.deps);
      await session.print({
        document: shown,
        text: async (style) => {
          const {toYaml} = await import('../../../app/to-yaml.ts');
          return `${resourceHead(shown, style)}\n${printableLines(toYaml([shown.attributes ?? recordedValues(shown.resource)]))}`;
        },
      });
    });
