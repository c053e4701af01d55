// The room rules are generated from one table, rooms.json: an arrow that is not in the table is an error.
const rooms = require('./rooms.json');

const FILES = {
  main: '^src/main(\\.ts$|/)',
  module: '^src/module\\.ts$',
  'module-child': '^src/module-child(\\.ts$|/)',
  index: '^src/index\\.ts$',
  'start-sandbox': '^src/start-sandbox\\.ts$',
};
const at = (room) => FILES[room] ?? `^src/${room}/`;

const arrows = Object.entries(rooms).map(([room, may]) => ({
  name: `${room}-imports-only-${may.join('-') || 'nothing'}`,
  severity: 'error',
  comment: 'docs/architecture.md: arrows point inwards. Move the code or widen the port.',
  from: {path: at(room)},
  to: {path: '^src/', pathNot: [at(room), ...may.map(at)]},
}));

/** A vendor library has one home: everything else asks through a port. */
const HOMES = {
  commander: '^src/cli/',
  chalk: '^src/ui/',
  ora: '^src/ui/',
  '@opentelemetry': '^src/adapters/otel/',
  // Files are read by models in config, and what commands print is described by models beside what prints it.
  zod: '^src/(config/|ui/output/|modules/|core/(module|schema)/|module[.]ts$)',
  // Kubeconfigs, files of secrets, Helm's release manifests and its charts are YAML of others, read where they are understood.
  'js-yaml':
    '^src/(config|adapters/kubernetes/kubeconfig|adapters/kubernetes/kubeconfig-files|adapters/sops|adapters/local/secret-store|sandbox/decode)/|^src/adapters/(kubernetes/runtime/helm/read-manifest|helm/(read-(index|metadata)|index/(read|scan)-index))[.]ts$',
  '@marcbachmann/cel-js': '^src/(adapters/cel|sandbox/custom)/',
  undici: '^src/adapters/',
  '@aws-sdk': '^src/adapters/aws/',
  '@azure': '^src/adapters/azure/',
  'google-auth-library': '^src/adapters/gcp/',
  'age-encryption': '^src/adapters/sops/',
  'openid-client': '^src/adapters/(oidc/|kubernetes/kubeconfig/oidc[.]ts$)',
  execa: '^src/adapters/',
  '@kubernetes/client-node': '^src/adapters/kubernetes/runtime/operate/forward/',
};
const homes = Object.entries(HOMES).map(([library, home]) => ({
  name: `${library.replace(/[@/]/g, '')}-at-home`,
  severity: 'error',
  comment: `Only ${home} may import ${library}.`,
  from: {path: '^src/', pathNot: home},
  to: {path: `node_modules/${library}/`},
}));

module.exports = {
  forbidden: [
    ...arrows,
    ...homes,
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A ring of files cannot be read top to bottom.',
      from: {path: '^src/'},
      to: {circular: true, viaOnly: {dependencyTypesNot: ['type-only']}},
    },
    {
      name: 'inside-is-pure',
      severity: 'error',
      comment: 'core, kubernetes and ports are pure: no clock, no I/O, no npm.',
      from: {path: '^src/(core|kubernetes|ports)/'},
      to: {dependencyTypes: ['core', 'npm'], pathNot: '^(node:)?(util|crypto)$'},
    },
    {
      name: 'inside-reaches-no-io',
      severity: 'error',
      comment: 'What core and kubernetes call in lib must be as pure as they are.',
      from: {path: '^src/(core|kubernetes)/'},
      to: {path: '^(node:)?(fs|child_process|net|http|https|http2|tls|os)(/|$)', reachable: true},
    },
    {
      name: 'lib-needs-no-npm',
      severity: 'error',
      comment: 'lib is our own: what a package does better is used where it is needed.',
      from: {path: '^src/lib/'},
      to: {dependencyTypes: ['npm']},
    },
    {
      name: 'vendors-are-strangers',
      severity: 'error',
      comment:
        'A vendor never knows another one. Its own folders (login, secret-store, backend …) may know each other.',
      from: {path: '^src/adapters/([^/]+)/'},
      to: {path: '^src/adapters/', pathNot: '^src/adapters/$1/'},
    },
    {
      name: 'registry-holds-descriptors',
      severity: 'error',
      comment:
        'The registry lists descriptors. What these open is loaded when it is opened. The list of grants has pure functions, and is itself loaded late.',
      from: {path: '^src/registry/', pathNot: '^src/registry/backend-grants[.]ts$'},
      to: {dynamic: false, path: '^src/adapters/', pathNot: '-descriptor[.]ts$'},
    },
    {
      name: 'descriptors-are-light',
      severity: 'error',
      comment:
        'Help and every command load all descriptors: an adapter and its packages are imported when it is opened.',
      from: {path: '^src/adapters/.*-descriptor[.]ts$'},
      to: {
        dynamic: false,
        dependencyTypesNot: ['type-only'],
        // Another descriptor is as light.
        pathNot: '^src/(core|lib|ports)/|-descriptor[.]ts$|^(node:)?(os|path)$',
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: {fileName: 'tsconfig.json'},
    doNotFollow: {path: 'node_modules|^dist'},
  },
};
