import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {list, part, text} from '../model/part.ts';
import {invalid} from '../model/problem.ts';
import type {Problem} from '../model/status.ts';

/** Validates an access review, with the messages of the server. */
export function reviewProblems(review: JsonObject, namespace: string): readonly Problem[] {
  const spec = part(review['spec']);
  switch (text(review['kind'])) {
    case 'SelfSubjectAccessReview':
      return attributeProblems(spec);
    case 'SubjectAccessReview':
      return [...attributeProblems(spec), ...subjectProblems(spec)];
    case 'LocalSubjectAccessReview':
      return [...attributeProblems(spec), ...subjectProblems(spec), ...placeProblems(spec, namespace)];
    default:
      return [];
  }
}

function attributeProblems({resourceAttributes, nonResourceAttributes}: JsonObject): readonly Problem[] {
  const [about, path] = [isObject(resourceAttributes), isObject(nonResourceAttributes)];
  if (about !== path) return [];
  if (!about) {
    const detail = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    return [invalid('spec.resourceAttributes', undefined, detail)];
  }
  const detail = 'cannot be specified in combination with resourceAttributes';
  return [invalid('spec.nonResourceAttributes', inGo(nonResourceAttributes), detail)];
}

/** Returns these two fields with their Go names. */
const inGo = (attributes: Json | undefined): JsonObject => ({
  Path: text(part(attributes)['path']),
  Verb: text(part(attributes)['verb']),
});

const subjectProblems = ({user, groups}: JsonObject): readonly Problem[] =>
  text(user) === '' && list(groups).length === 0
    ? [invalid('spec.user', '', 'at least one of user or group must be specified')]
    : [];

function placeProblems({resourceAttributes, nonResourceAttributes}: JsonObject, namespace: string): readonly Problem[] {
  const asked = text(part(resourceAttributes)['namespace']);
  return [
    ...(isObject(resourceAttributes) && asked !== namespace
      ? [invalid('spec.resourceAttributes.namespace', asked, 'must match metadata.namespace')]
      : []),
    ...(isObject(nonResourceAttributes)
      ? [invalid('spec.nonResourceAttributes', inGo(nonResourceAttributes), 'disallowed on this kind of request')]
      : []),
  ];
}
