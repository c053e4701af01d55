import type {ListedExternal, SharedResource} from '../../../app/shared/shared-resource.ts';
import type {ShownShared} from '../../../app/shared/show-shared.ts';
import {describeAuthor} from '../../../core/release/describe-holder.ts';
import {printable} from '../../printable.ts';

/** Returns the place of a shared resource, and its users with their fields. */
export function sharedShowText(shown: ShownShared): string {
  const {id, workspace, stack, revision, external, claim, usedBy} = shown;
  const place =
    external === undefined
      ? `${stack}, release ${revision} in ${workspace}`
      : `external in ${workspace}: ${external.state}`;
  return [
    printable(id),
    printable(place),
    ...(external === undefined ? [] : [printable(registered(external))]),
    ...(claim === undefined ? [] : [printable(`Created for claims of ${claim}`)]),
    ...(usedBy.length === 0 ? ['Used by nobody.'] : usedBy.flatMap(userLines)),
    '',
  ].join('\n');
}

const registered = ({type, uid, addedAt, addedBy}: ListedExternal): string =>
  `${type}${uid === undefined ? '' : `, uid ${uid}`}, added ${addedAt} by ${describeAuthor(addedBy)}`;

const userLines = ({stack, revision, sharedRevision, fields}: SharedResource['usedBy'][number]): readonly string[] => [
  printable(
    `Used by ${stack}, release ${revision}${sharedRevision === undefined ? '' : `, with the values of revision ${sharedRevision}`}`,
  ),
  ...fields.map(({resource, path}) => printable(`  ${path} of ${resource}`)),
];
