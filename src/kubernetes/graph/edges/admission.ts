import {backing} from './backing.ts';
import type {Edge, EdgeRule} from './edge.ts';
import {at, nameAt, objectsAt} from './pod-template.ts';

const ADMISSION = 'admissionregistration.k8s.io';

/** Orders a policy before its binding. */
export const admissionEdges: EdgeRule = function* (index): Iterable<Edge> {
  for (const kind of ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy']) {
    for (const {id, object} of index.ofKind(ADMISSION, `${kind}Binding`)) {
      const name = nameAt(object, 'spec', 'policyName');
      const needs = index.find({group: ADMISSION, kind, name});
      if (needs !== undefined) yield {id, needs, because: `binds ${kind} ${name}`};
    }
  }
};

/**
 * Orders the backends of webhooks and aggregated APIs before their registration: a registered webhook or API without a
 * backend makes requests of the whole cluster fail.
 */
export const backendEdges: EdgeRule = function* (index): Iterable<Edge> {
  for (const kind of ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']) {
    for (const {id, object} of index.ofKind(ADMISSION, kind)) {
      for (const webhook of objectsAt(object, 'webhooks')) {
        const because = `has webhook ${nameAt(webhook, 'name')}, which calls it`;
        for (const needs of backing(index, at(webhook, 'clientConfig', 'service'))) yield {id, needs, because};
      }
    }
  }
  for (const {id, object} of index.ofKind('apiregistration.k8s.io', 'APIService')) {
    const because = 'is an API that it serves';
    for (const needs of backing(index, at(object, 'spec', 'service'))) yield {id, needs, because};
  }
};
