import {backing} from './backing.ts';
import type {Edge, EdgeRule} from './edge.ts';
import {at, nameAt} from './pod-template.ts';

const CRD = {group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition'} as const;
const API_SERVICE = {group: 'apiregistration.k8s.io', kind: 'APIService'} as const;

/** Orders a CRD before the objects of its kind, in any version. */
export const crdEdges: EdgeRule = function* (index): Iterable<Edge> {
  const crds = new Map(
    index
      .ofKind(CRD.group, CRD.kind)
      .map(({id, object}) => [`${nameAt(object, 'spec', 'group')}/${nameAt(object, 'spec', 'names', 'kind')}`, id]),
  );
  for (const {id, group, kind} of index.subjects) {
    const crd = crds.get(`${group}/${kind}`);
    if (crd !== undefined) yield {id, needs: crd, because: `is a ${kind}, which that CRD defines`};
  }
};

/** Orders an aggregated API before the objects that it serves. */
export const apiServiceEdges: EdgeRule = function* (index): Iterable<Edge> {
  const apis = new Map(
    index
      .ofKind(API_SERVICE.group, API_SERVICE.kind)
      .map(({id, object}) => [`${nameAt(object, 'spec', 'group')}/${nameAt(object, 'spec', 'version')}`, id]),
  );
  for (const {id, apiVersion} of index.subjects) {
    const api = apis.get(apiVersion);
    if (api !== undefined) yield {id, needs: api, because: `is served by the API ${apiVersion}`};
  }
};

/**
 * Orders the backend of a conversion webhook before the objects of the converted kind. The CRD itself does not wait for
 * it, because the backend may need the CRD to start.
 */
export const conversionEdges: EdgeRule = function* (index): Iterable<Edge> {
  for (const {object, name} of index.ofKind(CRD.group, CRD.kind)) {
    const needs = backing(index, at(object, 'spec', 'conversion', 'webhook', 'clientConfig', 'service'));
    if (needs.length === 0) continue;
    const [group, kind] = [nameAt(object, 'spec', 'group'), nameAt(object, 'spec', 'names', 'kind')];
    for (const {id} of index.ofKind(group ?? '', kind ?? '')) {
      for (const need of needs) yield {id, needs: need, because: `is converted by the webhook of ${name}`};
    }
  }
};
