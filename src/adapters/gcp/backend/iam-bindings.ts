import {PROOF_PREFIX, rootsWith} from '../../../core/backend/access-rules.ts';
import {posixWord} from '../../../core/programs/shell-words.ts';
import type {GrantRequest, Grants} from '../../../ports/backend-access.ts';
import type {Bucket} from './gcs-config.ts';

/**
 * Returns the commands of gcloud that bind roles to members, with a condition on the names of objects. The bucket needs uniform
 * access. Without members, the variable MEMBER of the shell names one.
 */
export function iamBindings({bucket, prefix}: Pick<Bucket, 'bucket' | 'prefix'>, request: GrantRequest): Grants {
  const {name, rules, subjects} = request;
  const root = prefix === undefined ? '' : `${prefix}/`;
  const members = subjects.length === 0 ? ['"$MEMBER"'] : subjects.map(posixWord);
  const below = (roots: readonly string[]): string =>
    roots
      .map((one) => `resource.name.startsWith(${text(`projects/_/buckets/${bucket}/objects/${root}${one}`)})`)
      .join(' || ');
  // Also for an object that does not exist: without it, Google answers that reading it is denied.
  const lists = `resource.type == 'storage.googleapis.com/Bucket'`;
  const bind = (title: string, role: string, expression: string): readonly string[] => [
    `cat > ${posixWord(`${title}.json`)} <<'EOF'\n${JSON.stringify({title, expression}, null, 2)}\nEOF`,
    ...members.map((member) =>
      [
        `gcloud storage buckets add-iam-policy-binding ${posixWord(`gs://${bucket}`)}`,
        `--member=${member} --role=${role} --condition-from-file=${posixWord(`${title}.json`)}`,
      ].join(' '),
    ),
  ];
  const read = rootsWith(rules, 'read');
  // To replace an object, Google requires the permission to delete it.
  const written = rootsWith(rules, 'write', 'delete');
  return {
    form: 'commands',
    commands: [
      ...(read.length === 0 ? [] : bind(`${name}-read`, 'roles/storage.objectViewer', `${lists} || ${below(read)}`)),
      ...(written.length === 0
        ? []
        : bind(`${name}-write`, 'roles/storage.objectUser', below([...written, PROOF_PREFIX]))),
    ],
  };
}

/** Returns a text of CEL. */
const text = (value: string): string => `'${value.replace(/[\\']/g, '\\$&')}'`;
