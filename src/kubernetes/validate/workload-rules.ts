import {type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {at, nameAt, type PodTemplate} from '../graph/edges/pod-template.ts';
import {type Labels, labelSelector, selects} from '../graph/edges/selector.ts';
import {type Finding, refused} from './finding.ts';

/** Checks the selector and the restart policy of a workload. */
export function workloadFindings(object: JsonObject, pod: PodTemplate): readonly Finding[] {
  const {group, kind} = identityOf(object);
  if (group === 'apps') return [...selectorFindings(object, pod), ...restartFindings(pod, ['Always'], kind)];
  if (group === 'batch') return restartFindings(pod, ['OnFailure', 'Never'], kind);
  return [];
}

function selectorFindings(object: JsonObject, {labels, path}: PodTemplate): readonly Finding[] {
  const written = at(object, 'spec', 'selector');
  if (written === undefined || written === null) return [];
  const selector = labelSelector(written);
  const place = ['spec', 'selector'];
  if (selector === undefined) return [];
  if (selector.length === 0) return [refused('object/empty-selector', place, 'is empty, and would select every pod')];
  if (selects(selector, labels)) return [];
  const wrong = selector.find((one) => !selects([one], labels));
  const key = wrong?.key ?? '';
  const asked = wrong?.operator === 'In' ? `${key}=${wrong.values.join('|')}` : key;
  const own = labels[key] === undefined ? otherLabel(key, labels) : `they have ${key}=${labels[key]}`;
  const at_: JsonPath = wrong?.operator === 'In' ? [...place, 'matchLabels', key] : place;
  const template = showPath([...path, 'metadata', 'labels']);
  const message = `selects ${asked}, but the pods do not have that label (${template}): ${own}`;
  return [{...refused('object/selector', at_, message), message: `${showPath(place)} ${message}`}];
}

function otherLabel(key: string, labels: Labels): string {
  const near = didYouMean(key, Object.keys(labels));
  return near === undefined ? 'they have no such label' : `they have ${near}=${labels[near]}`;
}

/** Checks `restartPolicy`. The default `Always` is not valid for a Job. */
function restartFindings({spec, path}: PodTemplate, allowed: readonly string[], kind: string): readonly Finding[] {
  const policy: Json = nameAt(spec, 'restartPolicy') ?? 'Always';
  if (allowed.includes(policy)) return [];
  const place = [...path, 'spec', 'restartPolicy'];
  const value = at(spec, 'restartPolicy') === undefined ? 'is missing' : `is ${policy}`;
  return [refused('object/restart-policy', place, `${value}: a ${kind} needs ${allowed.join(' or ')}`)];
}
