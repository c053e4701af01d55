import type {JsonObject} from '../../core/json.ts';
import {podTemplateOf} from '../graph/edges/pod-template.ts';
import type {Finding} from './finding.ts';
import {kindFindings} from './kind-rules.ts';
import {nameFindings} from './names.ts';
import {podFindings} from './pod-rules.ts';
import {workloadFindings} from './workload-rules.ts';

/** Returns what the server refuses in an object of Kubernetes although its schema allows it. Each rule looks at this object alone. */
export function objectRules(object: JsonObject): readonly Finding[] {
  const pod = podTemplateOf(object);
  return [
    ...nameFindings(object),
    ...(pod === undefined ? [] : [...workloadFindings(object, pod), ...podFindings(object, pod)]),
    ...kindFindings(object),
  ];
}
