import type {JsonObject} from '../../../src/core/json.ts';
import {jsonAt} from '../../../src/core/json-at.ts';
import {del, get, MERGE, patch, post, type Request} from '../request.ts';
import {pathsIn} from './paths.ts';

/** What a ResourceQuota has no room for, and what it leaves. */
export function quotas(ns: string): readonly Request[] {
  const {core} = pathsIn(ns);
  const own = core('resourcequotas', 'few');
  const pod = (name: string, resources: JsonObject): JsonObject => ({
    metadata: {name},
    spec: {containers: [{name: 'c', image: 'x', resources}]},
  });
  const seen = (hard: string) => (body: JsonObject) => jsonAt(body, ['status', 'used', hard]) !== undefined;
  return [
    post('limit what there may be', core('resourcequotas'), {
      metadata: {name: 'few'},
      spec: {hard: {secrets: '0', 'count/endpoints': '1'}},
    }),
    get('wait until it is counted', own, {until: seen('secrets'), uncompared: true}),
    post('one secret too many', core('secrets'), {metadata: {name: 'more'}}),
    post('one secret too many, for a try', `${core('secrets')}?dryRun=All`, {metadata: {name: 'more'}}),
    post('the last endpoints', core('endpoints'), {metadata: {name: 'last'}}),
    post('endpoints after the last', core('endpoints'), {metadata: {name: 'more'}}),
    del('make room again', core('endpoints', 'last'), {propagationPolicy: 'Background'}),
    // How much is in use is counted behind the requests, in either cluster's own time.
    {
      ...patch('limit what pods may need', own, MERGE, {spec: {hard: {'requests.cpu': '1', 'limits.memory': '1Gi'}}}),
      uncompared: true,
    },
    get('wait until what pods need is counted', own, {until: seen('requests.cpu'), uncompared: true}),
    post('a pod that does not say what it needs', core('pods'), pod('mute', {})),
    post(
      'a pod that needs too much',
      core('pods'),
      pod('greedy', {requests: {cpu: '1500m'}, limits: {memory: '2Gi', cpu: '2'}}),
    ),
    del('allow everything again', own),
  ];
}
