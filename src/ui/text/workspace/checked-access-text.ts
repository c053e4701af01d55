import {type CheckedAccess, missingNext} from '../../../app/access/checked-access.ts';
import type {MissingAccess, TriedAccess} from '../../../app/access/tried-access.ts';
import {defined} from '../../../lib/defined.ts';
import {errorBody} from '../../json.ts';
import {permissionsLines} from '../../permissions-text.ts';
import {policyText} from './access-text.ts';

/** Returns the roles of the user in one line: `reader in the backend, deployer in the cluster`. */
export function rolesText(access: CheckedAccess | undefined): string | undefined {
  if (access === undefined) return undefined;
  const roles = Object.entries(access).map(([system, tried]) => `${roleText(tried)} in the ${system}`);
  return roles.length === 0 ? undefined : roles.join(', ');
}

const roleText = ({role, untried}: TriedAccess): string => {
  const shown = role === 'none' ? 'no role' : role;
  return untried === undefined ? shown : `${shown} or more`;
};

/** Returns what the next role needs and the user lacks, with the rules that grant it. */
export function missingText({backend, cluster}: CheckedAccess): string {
  const grants = backend?.grants;
  const rules = grants === undefined || grants.form === 'manifests' ? '' : policyText(grants);
  return [
    ...(backend === undefined ? [] : [placeText('backend', missingNext(backend), rules)]),
    ...(cluster === undefined ? [] : [placeText('cluster', missingNext(cluster), '')]),
  ].join('');
}

function placeText(place: string, missing: readonly MissingAccess[], rules: string): string {
  const [first] = missing;
  if (first === undefined) return '';
  const lines = missing.flatMap(({failure}) => {
    if (failure.code === 'permission/denied') return permissionsLines(failure.denials ?? []);
    return failure.code === 'backend/denied' ? [`${failure.action} on ${failure.on}`] : [errorBody(failure).message];
  });
  const head = `The role ${first.role} lacks in the ${place}:\n`;
  const grant = rules === '' ? '' : `An administrator grants it by:\n${indent(rules)}`;
  return `${head}${indent(`${lines.join('\n')}\n`)}${grant}`;
}

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

/** Returns the permissions for JSON. Failures include their texts. */
export const accessDocument = (access: CheckedAccess) =>
  Object.fromEntries(Object.entries(access).map(([system, tried]) => [system, triedDocument(tried)]));

const triedDocument = ({missing, ...tried}: TriedAccess) => ({
  ...tried,
  missing: missing.map(({failure, rule, role}) => ({role, ...defined({rule}), error: errorBody(failure)})),
});
