import {createAuthority, issueLeaf} from '../controlplane/certificate.ts';

const authority = createAuthority();
const leaf = issueLeaf(authority, {name: 'u'});
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const CA = {'certificate-authority-data': base64(authority.cert)};
const PAIR = {'client-certificate-data': base64(leaf.cert), 'client-key-data': base64(leaf.key)};
const TOKEN = {token: 't0ken'};

/** What is beside the kubeconfigs, in their directory. */
export const BESIDE = {
  'pki/ca.crt': authority.cert,
  'pki/u.crt': leaf.cert,
  'pki/u.key': leaf.key,
  'ca with space.crt': authority.cert,
  'run/token': 'from-file\n',
};

export type Shape = {
  readonly name: string;
  /** Members of `KUBECONFIG` in this order, by their paths; a path without a text is not there. */
  readonly files: Readonly<Record<string, string | undefined>>;
  readonly kubeContext?: string;
  /** Both refuse it: what Gantry says. */
  readonly refused?: RegExp;
  /** Gantry refuses what kubectl prints: what Gantry says, and why it does. */
  readonly stricter?: {readonly says: RegExp; readonly because: string};
  /** Gantry takes what kubectl refuses to print: what it makes of it, and why. */
  readonly looser?: {readonly holds: object; readonly because: string};
};

type Named = {readonly name: string} & Readonly<Record<string, unknown>>;
type Config = {
  readonly contexts?: readonly Named[] | null;
  readonly clusters?: readonly Named[] | null;
  readonly users?: readonly Named[] | null;
} & Readonly<Record<string, unknown>>;

type Parts = {
  readonly cluster?: object;
  readonly user?: object | null;
  readonly context?: object;
  readonly name?: string;
  readonly more?: object;
};

const config = ({cluster = {}, user = TOKEN, context = {}, name = 'c', more = {}}: Parts = {}): Config => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': name,
  contexts: [{name, context: {cluster: `${name}-cluster`, user: `${name}-user`, ...context}}],
  clusters: [{name: `${name}-cluster`, cluster: {server: 'https://h:6443', ...cluster}}],
  users: [{name: `${name}-user`, user}],
  ...more,
});

/** JSON is YAML. */
const one = (parts?: Parts, path = 'config'): Shape['files'] => ({[path]: JSON.stringify(config(parts))});
const text = (written: string, path = 'config'): Shape['files'] => ({[path]: written});

const EXEC = {apiVersion: 'client.authentication.k8s.io/v1beta1', command: 'login'};

/** As libyaml takes it: YAML 1.2 demands more indentation. */
const FLOWS = `apiVersion: v1
kind: Config
current-context: c
clusters: [
{name: c, cluster: {server: "https://h:\\
6443"}}
]
contexts: [{
  name: c,
  context: {cluster: c, user: u}
}]
users:
- name: u
  user: {
  token: t0ken
  }
`;

const OLD_WORDS = `apiVersion: v1
kind: Config
current-context: d
clusters:
- name: c
  cluster: {server: "https://h:6443", insecure-skip-tls-verify: yes}
contexts:
- name: c
  context: &context {cluster: c}
- name: d
  context:
    <<: *context
    user: u
users:
- name: u
  user:
    token: t0ken
    as: jane
    as-user-extra:
      on: [a]
      0x10: [b]
`;

const YAML = `
# written by hand
apiVersion: v1
kind: Config
current-context: &name dev  # an anchor
contexts:
- name: *name
  context: {cluster: *name, user: "dev user", namespace: 'shop'}
clusters:
- cluster:
    server: https://h:6443
  name: dev
users:
- name: dev user
  user:
    token: >-
      folded
`;

const CLUSTERS: readonly Shape[] = [
  {name: 'a server alone', files: one()},
  {name: 'a server with a path and a slash at its end', files: one({cluster: {server: 'https://h:6443/k8s/c1/'}})},
  {name: 'an IPv6 server', files: one({cluster: {server: 'https://[fd00::1]:6443'}})},
  {name: 'an authority as data', files: one({cluster: CA})},
  {name: 'an authority in a file beside it', files: one({cluster: {'certificate-authority': 'pki/ca.crt'}})},
  {
    name: 'an authority in a file above it',
    files: one({cluster: {'certificate-authority': '../pki/ca.crt'}}, 'sub/config'),
  },
  {
    name: 'an authority in a file with a space',
    files: one({cluster: {'certificate-authority': 'ca with space.crt'}}),
  },
  {
    name: 'an authority in a file that is not there',
    files: one({cluster: {'certificate-authority': 'no.crt'}}),
    refused: /certificate-authority .*no\.crt does not exist/,
  },
  {
    name: 'an authority in a file and as data',
    files: one({cluster: {...CA, 'certificate-authority': 'pki/ca.crt'}}),
    looser: {
      holds: {clusters: [{cluster: CA}]},
      because: 'kubectl refuses to flatten both, and takes the data where it connects: that is done here, too',
    },
  },
  {
    name: 'an authority as data in lines',
    files: one({cluster: {'certificate-authority-data': base64(authority.cert).replaceAll(/.{64}/g, '$&\n')}}),
  },
  {
    name: 'an authority that is not base64',
    files: one({cluster: {'certificate-authority-data': '%%'}}),
    refused: /not base64/,
  },
  {
    name: 'an authority that is no certificate',
    files: one({cluster: {'certificate-authority-data': base64('hello')}}),
    stricter: {says: /holds no PEM certificate/, because: 'no server could be verified by it'},
  },
  {name: 'an empty authority', files: one({cluster: {'certificate-authority-data': '', 'certificate-authority': ''}})},
  {name: 'no verification', files: one({cluster: {'insecure-skip-tls-verify': true}})},
  {name: 'verification said', files: one({cluster: {...CA, 'insecure-skip-tls-verify': false}})},
  {
    name: 'an authority and no verification',
    files: one({cluster: {...CA, 'insecure-skip-tls-verify': true}}),
    stricter: {says: /contradict each other/, because: 'kubectl prints it and refuses to connect with it'},
  },
  {name: 'another TLS name', files: one({cluster: {...CA, 'tls-server-name': 'kube.internal'}})},
  {name: 'a proxy', files: one({cluster: {'proxy-url': 'socks5://p:1080'}})},
  {
    name: 'a proxy that is no address',
    files: one({cluster: {'proxy-url': 'p:1080'}}),
    stricter: {says: /proxy-url must be an address/, because: 'kubectl prints it and refuses to connect with it'},
  },
  {name: 'no compression', files: one({cluster: {'disable-compression': true}})},
  {
    name: 'extensions of minikube',
    files: one({
      cluster: {
        extensions: [{name: 'cluster_info', extension: {version: 'v1.35.0', provider: 'minikube.sigs.k8s.io'}}],
      },
      context: {extensions: [{name: 'context_info', extension: {'last-update': 'Mon', nested: {a: [1, 'x']}}}]},
    }),
  },
  {
    name: 'fields that nobody knows',
    files: one({cluster: {'x-mine': 1}, user: {...TOKEN, 'x-mine': {a: 1}}, more: {'x-mine': true}}),
  },
  {
    name: 'an extension for programs',
    files: one({
      cluster: {extensions: [{name: 'client.authentication.k8s.io/exec', extension: {audience: 'a'}}]},
      user: {exec: {...EXEC, provideClusterInfo: true}},
    }),
  },
  {name: 'a server in http of this machine', files: one({cluster: {server: 'http://127.0.0.1:8080'}})},
  {
    name: 'a server in http of another',
    files: one({cluster: {server: 'http://h:8080'}}),
    stricter: {says: /would send credentials in clear/, because: 'kubectl would send them'},
  },
  {
    name: 'a server without a scheme',
    files: one({cluster: {server: 'h:6443'}}),
    stricter: {says: /server must/, because: 'kubectl makes http of it, and sends credentials in clear'},
  },
  {
    name: 'no server',
    files: one({cluster: {server: ''}}),
    stricter: {says: /server is missing/, because: 'kubectl goes to localhost:8080 then, which nobody meant'},
  },
  {
    name: 'a text where true or false belongs',
    files: one({cluster: {'insecure-skip-tls-verify': 'true'}}),
    refused: /insecure-skip-tls-verify must be true or false/,
  },
];

const USERS: readonly Shape[] = [
  {name: 'a token', files: one({user: TOKEN})},
  {name: 'a token in a file beside it', files: one({user: {tokenFile: 'run/token'}})},
  {name: 'a token in a file above it', files: one({user: {tokenFile: '../run/token'}}, 'sub/config')},
  {name: 'a token, and one in a file', files: one({user: {...TOKEN, tokenFile: 'run/token'}})},
  {name: 'a token, and a file that is not there', files: one({user: {...TOKEN, tokenFile: 'run/gone'}})},
  {name: 'a token and a program', files: one({user: {...TOKEN, exec: EXEC}})},
  {name: 'a password and a program', files: one({user: {username: 'u', password: 'p', exec: EXEC}})},
  {name: 'a certificate and a program', files: one({user: {...PAIR, exec: EXEC}})},
  {name: 'a password without a username beside a certificate', files: one({user: {...PAIR, password: 'p'}})},
  {
    name: 'a password without a username',
    files: one({user: {password: 'p'}}),
    stricter: {says: /password has no username/, because: 'kubectl prints it and asks for the name when it connects'},
  },
  {name: 'a password', files: one({user: {username: 'u', password: 'p: #"\\'}})},
  {
    name: 'a token and a password',
    files: one({user: {...TOKEN, username: 'u', password: 'p'}}),
    stricter: {says: /exclude each other/, because: 'kubectl prints both and refuses to connect with them'},
  },
  {name: 'a certificate as data', files: one({user: PAIR})},
  {name: 'a certificate in files', files: one({user: {'client-certificate': 'pki/u.crt', 'client-key': 'pki/u.key'}})},
  {
    name: 'a certificate in files above it',
    files: one({user: {'client-certificate': '../pki/u.crt', 'client-key': '../pki/u.key'}}, 'sub/config'),
  },
  {
    name: 'a certificate in a file, and its key as data',
    files: one({user: {'client-certificate': 'pki/u.crt', 'client-key-data': PAIR['client-key-data']}}),
  },
  {
    name: 'a certificate in a file and as data',
    files: one({user: {...PAIR, 'client-certificate': 'pki/u.crt', 'client-key': 'gone.key'}}),
    looser: {holds: {users: [{user: PAIR}]}, because: 'as for an authority: the data counts, and the file is not read'},
  },
  {
    name: 'a key in a file that is not there',
    files: one({user: {'client-certificate': 'pki/u.crt', 'client-key': 'no.key'}}),
    refused: /client-key .*no\.key does not exist/,
  },
  {
    name: 'a certificate without a key',
    files: one({user: {'client-certificate-data': PAIR['client-certificate-data']}}),
    stricter: {says: /client-key is missing/, because: 'kubectl prints it and refuses to connect with it'},
  },
  {name: 'a certificate and a token', files: one({user: {...PAIR, ...TOKEN}})},
  {
    name: 'somebody else',
    files: one({
      user: {
        ...TOKEN,
        as: 'bob',
        'as-uid': '7',
        'as-groups': ['a', 'b'],
        'as-user-extra': {'x.io/y': ['1', '2'], n: ['no']},
      },
    }),
  },
  {name: 'a program', files: one({user: {exec: EXEC}})},
  {
    name: 'a program with all that there is',
    files: one({
      user: {
        exec: {
          ...EXEC,
          apiVersion: 'client.authentication.k8s.io/v1',
          args: ['--region', 'eu', 'a b', ''],
          env: [
            {name: 'AWS_PROFILE', value: 'prod'},
            {name: 'EMPTY', value: ''},
          ],
          installHint: 'Install it:\n\n  brew install login\n',
          interactiveMode: 'IfAvailable',
          provideClusterInfo: true,
        },
      },
    }),
  },
  {name: 'a program without arguments', files: one({user: {exec: {...EXEC, args: null, env: null}}})},
  {name: 'a program beside it', files: one({user: {exec: {...EXEC, command: './bin/login'}}})},
  {name: 'a program above it', files: one({user: {exec: {...EXEC, command: '../bin/login'}}}, 'sub/config')},
  {
    name: 'a program by its whole path',
    files: one({user: {exec: {...EXEC, command: '/usr/bin/login', interactiveMode: 'Never'}}}),
  },
  {name: 'a program that asks', files: one({user: {exec: {...EXEC, interactiveMode: 'Always'}}})},
  {
    name: 'a program without a version',
    files: one({user: {exec: {command: 'login'}}}),
    stricter: {says: /apiVersion is missing/, because: 'kubectl prints it and refuses to connect with it'},
  },
  {
    name: 'a program of a version that was removed',
    files: one({user: {exec: {...EXEC, apiVersion: 'client.authentication.k8s.io/v1alpha1'}}}),
    stricter: {says: /is not supported/, because: 'kubectl prints it and refuses to connect with it'},
  },
  {
    name: 'a program that does not say whether it asks',
    files: one({user: {exec: {...EXEC, apiVersion: 'client.authentication.k8s.io/v1'}}}),
    stricter: {says: /interactiveMode is missing/, because: 'kubectl prints it and refuses to connect with it'},
  },
  {
    name: 'a program with a mode that nobody knows',
    files: one({user: {exec: {...EXEC, interactiveMode: 'Sometimes'}}}),
    stricter: {says: /interactiveMode must be one of/, because: 'kubectl prints it and refuses to connect with it'},
  },
  {
    name: 'extra values of nobody',
    files: one({user: {...TOKEN, 'as-user-extra': {a: ['x']}}}),
    stricter: {says: /need the field "as"/, because: 'kubectl prints it and refuses to connect with it'},
  },
  {
    name: 'a program without a name',
    files: one({user: {exec: {apiVersion: EXEC.apiVersion}}}),
    stricter: {says: /command is missing/, because: 'kubectl prints it and refuses to connect with it'},
  },
  {
    name: 'OIDC as of old',
    files: one({
      user: {
        'auth-provider': {
          name: 'oidc',
          config: {'client-id': 'c', 'id-token': 'e30.e30.x', 'idp-issuer-url': 'https://id'},
        },
      },
    }),
  },
  {
    name: 'a provider of the past',
    files: one({user: {'auth-provider': {name: 'gcp', config: {'cmd-path': 'gcloud'}}}}),
    stricter: {says: /"gcp" was removed from Kubernetes/, because: 'kubectl prints it and refuses to connect with it'},
  },
  {
    name: 'a program and a provider',
    files: one({user: {exec: EXEC, 'auth-provider': {name: 'oidc'}}}),
    stricter: {says: /exclude each other/, because: 'kubectl prints both and refuses to connect with them'},
  },
  {name: 'a user without anything', files: one({user: {}})},
  {name: 'a user that is null', files: one({user: null})},
  {
    name: 'a number as a token',
    files: text(JSON.stringify(config({user: {token: 1}}))),
    refused: /token must be a string/,
  },
  {
    name: 'a token with a line end',
    files: one({user: {token: 'a\nb'}}),
    stricter: {says: /white space/, because: 'no header may hold it: kubectl fails at its first request'},
  },
];

const CONTEXTS: readonly Shape[] = [
  {name: 'a namespace', files: one({context: {namespace: 'shop'}})},
  {name: 'no user', files: one({context: {user: ''}})},
  {
    name: 'no cluster',
    files: one({context: {cluster: ''}}),
    stricter: {says: /names no cluster/, because: 'kubectl goes to localhost:8080 then, which nobody meant'},
  },
  {
    name: 'a cluster that is not there',
    files: one({context: {cluster: 'gone'}}),
    refused: /names the cluster "gone", which is not in the kubeconfig/,
  },
  {
    name: 'a user that is not there',
    files: one({context: {user: 'gone'}}),
    refused: /names the user "gone", which is not in the kubeconfig/,
  },
  {
    name: 'no current context',
    files: one({more: {'current-context': ''}}),
    refused: /no current-context: set kube_context \(known: c\)/,
  },
  {
    name: 'a current context that is not there',
    files: one({more: {'current-context': 'prod'}}),
    refused: /"prod", which is not in the kubeconfig/,
  },
  {name: 'another context than the current one', files: two(), kubeContext: 'b'},
  {name: 'the named context where none is current', files: one({more: {'current-context': ''}}), kubeContext: 'c'},
  {name: 'a named context that is not there', files: one(), kubeContext: 'd', refused: /kube_context names "d"/},
  {name: 'a name with a dot', files: one({name: 'a.b.example'})},
  {name: 'a name as EKS has it', files: one({name: 'arn:aws:eks:eu-central-1:123456789012:cluster/prod'})},
  {name: 'a name as kubeadm has it', files: one({name: 'kubernetes-admin@kubernetes'})},
  {name: 'a name as OpenShift has it', files: one({name: 'default/api-h:6443/kube:admin'})},
  {name: 'a name in Greek, with a space', files: one({name: 'παραγωγή 1 🚀'})},
  {name: 'a name that could be a number', files: one({name: '1e3'})},
  {name: 'a name that could be a yes', files: one({name: 'on', context: {namespace: 'yes'}})},
  {
    name: 'preferences and extensions of the whole',
    files: one({more: {preferences: {colors: true}, extensions: [{name: 'top', extension: {a: 1}}]}}),
  },
  {name: 'preferences without anything', files: one({more: {preferences: {}}})},
];

function two(): Shape['files'] {
  const [a, b] = [config({name: 'a'}), config({name: 'b', cluster: {server: 'https://b'}, user: {token: 'b'}})];
  const both = (list: 'contexts' | 'clusters' | 'users') => [...(a[list] ?? []), ...(b[list] ?? [])];
  return text(JSON.stringify({...a, contexts: both('contexts'), clusters: both('clusters'), users: both('users')}));
}

const json = (value: unknown): string => JSON.stringify(value);
const without = ({name, ...parts}: Parts & {readonly name: string}) => ({
  ...config({name, ...parts}),
  'current-context': '',
});

const LISTS: readonly Shape[] = [
  {name: 'two files of two clusters', files: {one: json(config({name: 'a'})), two: json(config({name: 'b'}))}},
  {
    name: 'a current context of the second file',
    files: {one: json(without({name: 'a'})), two: json(config({name: 'b'}))},
  },
  {
    name: 'names that both files have: the first one counts, whole',
    files: {
      one: json(config({cluster: {server: 'https://first'}, user: {token: 'first'}})),
      two: json(
        config({
          cluster: {server: 'https://second', ...CA, 'proxy-url': 'http://p'},
          user: {username: 'second'},
          context: {namespace: 'second'},
        }),
      ),
    },
  },
  {
    name: 'a context of one file, its cluster of another, its user of a third',
    files: {
      one: json({'current-context': 'c', contexts: config().contexts}),
      two: json({clusters: config().clusters}),
      three: json({users: config().users}),
    },
  },
  {
    name: 'relative paths, each from its own file',
    files: {
      'x/one': json({...config({cluster: {'certificate-authority': '../pki/ca.crt'}}), users: []}),
      'y/z/two': json({
        users: config({user: {'client-certificate': '../../pki/u.crt', 'client-key': '../../pki/u.key'}}).users,
      }),
    },
  },
  {name: 'a member that is not there', files: {gone: undefined, one: json(config())}},
  {
    name: 'only members that are not there',
    files: {gone: undefined, lost: undefined},
    refused: /none of these files exists/,
  },
  {name: 'an empty member', files: {empty: '', one: json(config())}},
  {name: 'a member that is not YAML', files: {one: json(config()), two: 'a: ['}, refused: /two is not YAML/},
  {
    name: 'a member that is something else',
    files: {one: json(config()), two: 'kind: Pod\napiVersion: v1\n'},
    refused: /its kind is "Pod"/,
  },
  {
    name: 'a current context of the first file that no file has',
    files: {one: json({'current-context': 'gone'}), two: json(config())},
    refused: /current-context names "gone"/,
  },
  {
    name: 'preferences and extensions of both',
    files: {
      one: json(config({more: {preferences: {colors: true}}})),
      two: json(config({more: {extensions: [{name: 'two', extension: {b: 2}}]}})),
    },
  },
  {
    name: 'three files, of which the second holds nulls',
    files: {
      one: json(without({name: 'a'})),
      two: json({contexts: null, clusters: null, users: null}),
      three: json(config()),
    },
  },
];

const TEXTS: readonly Shape[] = [
  {name: 'YAML with comments, anchors and quotes', files: text(YAML)},
  {name: 'YAML with brackets and quotes that close at the column of their key', files: text(FLOWS)},
  {name: 'YAML with yes and on for true, and merged keys', files: text(OLD_WORDS)},
  {
    name: 'YAML with on as a token',
    files: text(OLD_WORDS.replace('token: t0ken', 'token: on')),
    refused: /token must be a string/,
  },
  {name: 'YAML with the line ends of Windows', files: text(YAML.replaceAll('\n', '\r\n'))},
  {name: 'YAML with a byte order mark', files: text(`\uFEFF${YAML}`)},
  {name: 'YAML that begins with ---', files: text(`---${YAML}`)},
  {name: 'JSON over lines', files: text(JSON.stringify(config({cluster: CA}), null, 2))},
  {name: 'no kind and no version', files: text(json({...config(), kind: undefined, apiVersion: undefined}))},
  {name: 'another version', files: text(json({...config(), apiVersion: 'v2'})), refused: /its apiVersion is "v2"/},
  {name: 'another kind', files: text(json({...config(), kind: 'Secret'})), refused: /its kind is "Secret"/},
  {name: 'nothing', files: text(''), refused: /no current-context/},
  {name: 'nothing but comments', files: text('# later\n'), refused: /no current-context/},
  {
    name: 'lists that are null',
    files: text(json({contexts: null, clusters: null, users: null})),
    refused: /no current-context/,
  },
  {name: 'a list', files: text('[]'), refused: /is not a kubeconfig/},
  {
    name: 'two users of one name',
    files: text(json({...config(), users: [...(config().users ?? []), {name: 'c-user', user: {}}]})),
    refused: /two users are named "c-user"/,
  },
  {
    name: 'two clusters of one name',
    files: text(json({...config(), clusters: [...(config().clusters ?? []), ...(config().clusters ?? [])]})),
    refused: /two clusters are named "c-cluster"/,
  },
  {
    name: 'two contexts of one name',
    files: text(json({...config(), contexts: [...(config().contexts ?? []), ...(config().contexts ?? [])]})),
    refused: /two contexts are named "c"/,
  },
  {
    name: 'an entry without a name',
    files: text(json({...config(), users: [...(config().users ?? []), {user: TOKEN}]})),
  },
  {name: 'a null among the users', files: text(json({...config(), users: [null, ...(config().users ?? [])]}))},
  {
    name: 'two entries without a name',
    files: text(json({...config(), users: [...(config().users ?? []), {user: TOKEN}, {user: {}}]})),
    refused: /two users have no name/,
  },
  {name: 'a last line that begins another document', files: text(`${json(config())}\n---\n`)},
  {
    name: 'two documents',
    files: text(`${json(config())}\n---\n${json(config({name: 'd'}))}\n`),
    stricter: {says: /holds 2 YAML documents/, because: 'kubectl takes the first and passes over the other in silence'},
  },
  {
    name: 'the word no as a namespace, without quotes',
    files: text(YAML.replace("'shop'", 'no')),
    refused: /namespace must be a string \(a number, or a word such as yes, needs quotes\)/,
  },
];

/** What people have in their kubeconfigs. */
export const SHAPES: readonly Shape[] = [...CLUSTERS, ...USERS, ...CONTEXTS, ...LISTS, ...TEXTS];
