import type {ResourceList} from '../../../app/resource/list-resources.ts';
import type {ShownResource} from '../../../app/resource/show-resource.ts';
import {count} from '../../count.ts';
import {printable} from '../../printable.ts';
import {STATE_COLUMNS, stateRow} from '../../state-row.ts';
import type {Style} from '../../style.ts';
import {facts, table} from '../../table.ts';

/** Returns the resources of the last release, and those that an unfinished run may have changed. */
export function resourceListText(
  {project, stack, workspace, revision, resources, unsure}: ResourceList,
  style: Style,
): string {
  const left = revision === undefined ? 'no run has been recorded yet' : `revision ${revision}`;
  const head = `${count(resources.length, 'resource')} of ${project}/${stack} in ${workspace}, ${left}.`;
  const rows = resources.map(stateRow);
  return [
    rows.length === 0 ? '' : `${table(STATE_COLUMNS, rows, style)}\n`,
    `${printable(head)}\n`,
    ...unsure.map(
      (id) =>
        `${style.paint.warn('unsure')} ${printable(id)}: a run that died had started to change it; the next apply checks it\n`,
    ),
  ].join('');
}

/** Returns the facts of one resource, as recorded in the release. */
export const resourceHead = ({project, stack, workspace, revision, resource}: ShownResource, style: Style): string =>
  facts(
    [
      ['Id', resource.id],
      ['Stack', `${project}/${stack} in ${workspace}${revision === undefined ? '' : `, revision ${revision}`}`],
      ...identityFacts(resource),
      ['After', resource.dependsOn.join(', ')],
    ],
    style,
  );

function identityFacts(resource: ShownResource['resource']): readonly (readonly [string, string | undefined])[] {
  if (resource.type === 'Terraform')
    return [
      ['Type', resource.type],
      ['Address', resource.address],
      ['Provider', `${resource.provider}, schema version ${resource.schemaVersion}`],
    ];
  const {apiVersion, kind, namespace, name, uid} = resource;
  return [
    ['Kind', `${apiVersion} ${kind}`],
    ['Namespace', namespace],
    ['Name', name],
    ['Uid', uid],
  ];
}
