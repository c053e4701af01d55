import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {mayUse, usersText} from '../../core/stacks/may-use.ts';
import {usableBy} from '../../kubernetes/resource/usable-by.ts';
import type {SharedUser} from './shared-users.ts';

/** Warns of stacks that use a resource and whose projects `usableBy` leaves out: nothing happens to them until their next plan, which is refused. */
export const noLongerUsable = (resources: readonly Resource[], users: readonly SharedUser[]): readonly Diagnostic[] =>
  resources.flatMap((resource) => {
    const projects = usableBy(resource);
    const {id} = resource;
    const left = users.filter(({stack, use}) => use.id === id && !mayUse(projects, stack.split('/')[0] ?? ''));
    if (projects === undefined || left.length === 0) return [];
    return [
      {
        severity: 'warning',
        code: 'shared/no-longer-usable',
        message: `${left.map(({stack}) => stack).join(', ')} ${left.length === 1 ? 'uses' : 'use'} ${id}, which may be used by ${usersText(projects)}: the next plan of each is refused`,
        resource: id,
        hint: 'Add their projects to `usableBy`, or remove their references.',
      },
    ];
  });
