import type {JsonObject} from '../../core/json.ts';
import {podTemplateOf} from '../graph/edges/pod-template.ts';
import type {Finding} from './finding.ts';
import {kindFindings} from './kind-rules.ts';
import {nameFindings} from './names.ts';
import {podFindings} from './pod-rules.ts';
import {workloadFindings} from './workload-rules.ts';

/** Checks an object of Kubernetes by the rules that its schema does not contain. Each rule reads only this object. */
export function objectRules(object: JsonObject): readonly Finding[] {
  const pod = podTemplateOf(object);
  return [
    ...nameFindings(object),
    ...(pod === undefined ? [] : [...workloadFindings(object, pod), ...podFindings(object, pod)]),
    ...kindFindings(object),
  ];
}
