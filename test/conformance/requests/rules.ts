import type {Json, JsonObject} from '../../../src/core/json.ts';
import {del, get, post, type Request} from '../request.ts';
import {domainOf} from './custom.ts';
import {pathsIn} from './paths.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const text = (pattern: string): JsonObject => ({type: 'string', maxLength: 50, pattern});
const ruled = (...rules: readonly string[]): JsonObject => ({
  'x-kubernetes-validations': rules.map((rule) => ({rule})),
});

/** Expressions and rules as the CRDs of kube-prometheus, Calico and Gateway API have them. */
const spec: JsonObject = {
  type: 'object',
  properties: {
    action: text('^(?i)(abort|warn)?$'),
    day: text('^((?i)sun|mon|tues|wednes|thurs|fri|satur)day(?:((:(sun|mon|tues|wednes|thurs|fri|satur)day)$)|$)'),
    size: text('(^0|([0-9]*[.])?[0-9]+((K|M|G|T|E|P)i?)?B)$'),
    word: text(String.raw`\A[[:alpha:]]\w*\z`),
    method: {
      type: 'object',
      properties: {
        type: {type: 'string', maxLength: 20, default: 'Exact'},
        service: {type: 'string', maxLength: 50},
      },
      ...ruled(
        String.raw`(!has(self.type) || self.type == 'Exact') && has(self.service) ? self.service.matches(r"""^(?i)\.?[a-z_][a-z_0-9]*(\.[a-z_][a-z_0-9]*)*$"""): true`,
      ),
    },
    route: {
      type: 'object',
      properties: {
        prefix: {type: 'string', maxLength: 20},
        matches: {
          type: 'array',
          maxItems: 4,
          items: {
            type: 'object',
            properties: {path: {type: 'object', properties: {type: {type: 'string', maxLength: 20}}}},
          },
        },
      },
      ...ruled(
        "has(self.prefix) ? ((size(self.matches) != 1 || !has(self.matches[0].path) || self.matches[0].path.type != 'PathPrefix') ? false : true) : true",
      ),
    },
    range: {
      type: 'string',
      maxLength: 50,
      ...ruled("cidr(dyn(self)).prefixLength() >= 8 && cidr(self).containsIP('10.1.2.3')"),
    },
    address: {type: 'string', maxLength: 50, ...ruled('ip(dyn(self)).family() == 4 || ip.isCanonical(self)')},
    endpoint: {
      type: 'string',
      maxLength: 80,
      ...ruled("url(dyn(self)).getScheme() == 'https' && url(self).getPort() != '80'"),
    },
  },
};

/** CRDs with expressions and rules of Go's, and objects that are judged by these. */
export function rules(ns: string): readonly Request[] {
  const domain = `rules.${domainOf(ns)}`;
  const version = `${domain}/v1`;
  const routes = `${pathsIn(ns).group(version, 'routes')}?dryRun=All`;
  const definition = (plural: string, schema: JsonObject): JsonObject => {
    const kind = `${plural.charAt(0).toUpperCase()}${plural.slice(1)}`;
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: {name: `${plural}.${domain}`},
      spec: {
        group: domain,
        scope: 'Namespaced',
        names: {plural, kind},
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {openAPIV3Schema: {type: 'object', properties: {spec: schema}}},
          },
        ],
      },
    };
  };
  const route = (of: Json): JsonObject => ({apiVersion: version, kind: 'Routes', metadata: {name: 'r'}, spec: of});
  const judged = (field: string, values: readonly Json[]): readonly Request[] =>
    values.map((value) => post(`${field} ${JSON.stringify(value)}`, routes, route({[field]: value})));
  const wrongPattern = (pattern: string): Request =>
    post(
      `a pattern that is none: ${pattern}`,
      `${definitions}?dryRun=All`,
      definition('wrongs', {type: 'object', properties: {a: {type: 'string', pattern}}}),
    );
  return [
    post('define a kind with rules', definitions, definition('routes', spec)),
    get('wait for the kind with rules', `${definitions}/routes.${domain}`, {
      until: ({status}) => JSON.stringify(status ?? '').includes('"reason":"InitialNamesAccepted"'),
      uncompared: true,
    }),
    post('wait until the kind with rules is served', routes, route({}), {
      until: ({kind}) => kind === 'Routes',
      uncompared: true,
    }),
    ...judged('action', ['Abort', 'WARN', '', 'warned']),
    ...judged('day', ['SUNday', 'monday:friday', 'monDAY']),
    ...judged('size', ['1.5GiB', '0', '1Gi']),
    ...judged('word', ['Ab_1', 'a\n', '1a']),
    ...judged('method', [
      {service: 'Foo.Bar_1'},
      {service: '.foo'},
      {service: 'foo..bar'},
      {type: 'Other', service: '1'},
    ]),
    ...judged('route', [
      {prefix: '/a', matches: [{path: {type: 'PathPrefix'}}]},
      {prefix: '/a', matches: [{}]},
      {prefix: '/a', matches: [{path: {type: 'Exact'}}]},
      {prefix: '/a', matches: []},
      {prefix: '/a'},
    ]),
    ...judged('range', ['10.0.0.0/8', '10.1.0.0/16', '192.168.0.0/16', '0.0.0.0/0', 'fd00::/8']),
    ...judged('address', ['10.0.0.1', 'fd00::1', 'FD00::1', 'fd00:0::1']),
    ...judged('endpoint', ['https://example.com/a?b=c', 'https://example.com:80', 'http://[::1]:8080/']),
    ...['(', 'a)', '[a', 'a**', '*a', '(?=a)', String.raw`a\Z`, 'a{1001}', 'a{3,2}', '[b-a]', String.raw`(?i)\1`].map(
      wrongPattern,
    ),
    del('delete the kind with rules', `${definitions}/routes.${domain}`, undefined, {uncompared: true}),
  ];
}
