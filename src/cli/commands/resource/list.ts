import type {Command} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {StackRequest} from '../../../app/plan/release-requests.ts';
import type {ResourceList} from '../../../app/resource/list-resources.ts';
import {resourceListText} from '../../../ui/text/resource/resource-text.ts';
import type {OpenSession} from '../../session.ts';
import {nameLazily} from '../release/name-history.ts';

/** The use case behind `gantry resource list`. Tests pass their own. */
export type ListResources = (request: StackRequest, deps: Deps) => Promise<ResourceList>;

const listLazily: ListResources = async (request, deps) =>
  (await import('../../../app/resource/list-resources.ts')).listResources(await nameLazily(request, deps), deps);

/** Defines `gantry resource list`: lists the recorded resources. The cluster is not contacted. */
export const defineResourceList = (command: Command, open: OpenSession, run: ListResources = listLazily): Command =>
  command.action(async () => {
    const session = await open();
    const list = await run(session.globals.stack, session.deps);
    await session.print({document: list, text: (style) => resourceListText(list, style)});
  });
