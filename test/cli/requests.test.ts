import {describe, expect, it} from 'vitest';
import type {Define} from '../../src/cli/catalog.ts';
import {CATALOG} from '../../src/cli/catalog.ts';
import {NO_PERMISSIONS} from '../../src/core/plan/permissions.ts';
import {runInProcess} from './run-in-process.ts';

const none = NO_PERMISSIONS;
const wait = {wait: true, lockTimeoutSeconds: 60, show: expect.any(Function), confirm: expect.any(Function)};

const lines = {onLine: expect.any(Function), onRemark: expect.any(Function)};

const started = {insecure: false, onStart: expect.any(Function)};

type Row = {readonly argv: string; readonly want: object};

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  init: [
    {argv: 'init', want: {directory: '/home/me/shop'}},
    {argv: 'init --app', want: {directory: '/home/me/shop', app: true}},
    {argv: 'init new --from ../k8s', want: {directory: '/home/me/shop/new', from: '../k8s'}},
    {argv: '-C sub init new', want: {directory: '/home/me/shop/sub/new'}},
  ],
  build: [
    {argv: 'build', want: {}},
    {argv: 'build --lock', want: {onlyLocked: true}},
    {argv: 'build --spec-file spec.yaml -s shop/web', want: {specFile: '/home/me/shop/spec.yaml', stack: 'shop/web'}},
  ],
  validate: [{argv: '-C web validate', want: {directory: '/home/me/shop/web'}}],
  preview: [
    {argv: 'preview', want: {operation: 'apply', permissions: none}},
    {argv: '-w prod preview -s web', want: {operation: 'apply', permissions: none, workspace: 'prod', stack: 'web'}},
    {
      argv: 'preview --adopt a --adopt b --force-conflicts d --spec-file s.yaml -C dir --take-over-project',
      want: {
        operation: 'apply',
        directory: '/home/me/shop/dir',
        specFile: '/home/me/shop/dir/s.yaml',
        permissions: {...none, adopt: ['a', 'b'], forceConflicts: ['d']},
        takeOverProject: true,
      },
    },
    {
      argv: 'preview --detail --exit-code --adopt all -w ./ws.yaml',
      want: {operation: 'apply', workspace: './ws.yaml', permissions: {...none, adopt: ['all']}},
    },
    {argv: 'apply --dry-run -w prod', want: {operation: 'apply', workspace: 'prod', permissions: none}},
    {
      argv: 'preview --revision current -s shop/web',
      want: {operation: 'apply', revision: 'current', stack: 'shop/web', permissions: none},
    },
    {
      argv: 'preview --save out/plan.json -C dir',
      want: {
        operation: 'apply',
        directory: '/home/me/shop/dir',
        file: '/home/me/shop/dir/out/plan.json',
        permissions: none,
      },
    },
    {argv: 'destroy --dry-run', want: {operation: 'destroy', permissions: none}},
    {argv: 'resource forget a --dry-run', want: {operation: 'apply', permissions: none, orphan: ['a']}},
    {argv: 'preview --refresh', want: {operation: 'apply', permissions: none, refresh: true}},
    {argv: 'preview --replace a --replace b', want: {operation: 'apply', permissions: none, replace: ['a', 'b']}},
    {argv: 'preview --allow-empty', want: {operation: 'apply', permissions: none, allowEmpty: true}},
  ],
  why: [
    {argv: 'why v1:Service:shop:web', want: {operation: 'apply', permissions: none, id: 'v1:Service:shop:web'}},
    {
      argv: 'why -w prod v1:Service:shop:web spec.ports --adopt all',
      want: {
        operation: 'apply',
        permissions: {...none, adopt: ['all']},
        workspace: 'prod',
        id: 'v1:Service:shop:web',
        path: 'spec.ports',
      },
    },
  ],
  apply: [
    {
      argv: 'apply plan.json --timeout 300 -w prod',
      want: {
        file: '/home/me/shop/plan.json',
        workspace: 'prod',
        wait: true,
        timeoutSeconds: 300,
        lockTimeoutSeconds: 60,
        show: expect.any(Function),
      },
    },
    {
      argv: 'apply --revision current',
      want: {operation: 'apply', revision: 'current', permissions: none, ...wait},
    },
    {argv: 'apply', want: {operation: 'apply', permissions: none, ...wait}},
    {argv: 'apply --revision 7', want: {operation: 'apply', revision: 7, permissions: none, ...wait}},
    {
      argv: 'apply --rollback-on-failure',
      want: {operation: 'apply', permissions: none, ...wait, rollbackOnFailure: true},
    },
    {
      argv: 'apply plan.json --rollback-on-failure',
      want: {
        file: '/home/me/shop/plan.json',
        wait: true,
        rollbackOnFailure: true,
        lockTimeoutSeconds: 60,
        show: expect.any(Function),
      },
    },
    {
      argv: 'apply --no-wait --timeout 10m --parallelism 4 --lock-timeout 90 --adopt x',
      want: {
        operation: 'apply',
        permissions: {...none, adopt: ['x']},
        ...wait,
        wait: false,
        timeoutSeconds: 600,
        parallelism: 4,
        lockTimeoutSeconds: 90,
      },
    },
    {
      argv: '--lock-timeout 0 apply --timeout 300',
      want: {operation: 'apply', permissions: none, ...wait, timeoutSeconds: 300, lockTimeoutSeconds: 0},
    },
  ],
  drift: [
    {argv: 'drift', want: {all: false}},
    {argv: 'drift --all -w prod --exit-code', want: {all: true, workspace: 'prod'}},
    {argv: 'drift -s shop/web', want: {all: false, stack: 'shop/web'}},
  ],
  status: [
    {argv: 'status -s shop/web', want: {targets: [], stack: 'shop/web'}},
    {
      argv: 'status a b --target Deployment --exit-code -s shop/web',
      want: {targets: ['a', 'b', 'Deployment'], stack: 'shop/web'},
    },
  ],
  test: [
    {argv: 'test', want: {lockTimeoutSeconds: 60}},
    {
      argv: 'test shop/web --timeout 5m -w prod --lock-timeout 10',
      want: {stack: 'shop/web', timeoutSeconds: 300, workspace: 'prod', lockTimeoutSeconds: 10},
    },
  ],
  wait: [
    {argv: 'wait', want: {targets: [], until: 'ready'}},
    {
      argv: 'wait a --for deleted --timeout 5m -w prod',
      want: {targets: ['a'], until: 'deleted', timeoutSeconds: 300, workspace: 'prod'},
    },
  ],
  logs: [
    {argv: 'logs', want: {targets: [], follow: false, previous: false, ...lines}},
    {argv: 'logs -f', want: {targets: [], follow: true, previous: false, tail: 10, ...lines}},
    {argv: 'logs -f --since 5m', want: {targets: [], follow: true, previous: false, sinceSeconds: 300, ...lines}},
    {
      argv: 'logs a --target app=web --tail 3 --container app --previous --timestamps',
      want: {targets: ['a', 'app=web'], follow: false, previous: true, tail: 3, container: 'app', ...lines},
    },
  ],
  destroy: [
    {
      argv: 'destroy -w prod',
      want: {operation: 'destroy', workspace: 'prod', permissions: none, ...wait},
    },
    {
      argv: 'destroy --allow-delete a --allow-delete b',
      want: {operation: 'destroy', permissions: {...none, allowDelete: ['a', 'b']}, ...wait},
    },
    {argv: 'destroy --keep-objects', want: {operation: 'destroy', permissions: none, orphan: 'all', ...wait}},
  ],
  exec: [
    {
      argv: 'exec -- kubectl get pods -o wide',
      want: {command: ['kubectl', 'get', 'pods', '-o', 'wide'], ...started},
    },
    {
      argv: '-w prod exec -C sub kubectl --help -w x -- y',
      want: {
        directory: '/home/me/shop/sub',
        workspace: 'prod',
        command: ['kubectl', '--help', '-w', 'x', '--', 'y'],
        ...started,
      },
    },
  ],
  terraform: [
    {argv: 'terraform -- state list -id=a', want: {args: ['state', 'list', '-id=a']}},
    {
      argv: '-w prod -s shop/web terraform show -json',
      want: {workspace: 'prod', stack: 'shop/web', args: ['show', '-json']},
    },
  ],
  shell: [{argv: 'shell -w prod --backend team', want: {workspace: 'prod', backend: 'team', ...started}}],
  env: [{argv: 'env -w prod --shell fish', want: {workspace: 'prod', isSeen: false, ...started}}],
  kubeconfig: [
    {argv: 'kubeconfig -w prod', want: {workspace: 'prod', insecure: false}},
    {argv: 'kubeconfig --print', want: {withLogin: false, isSeen: false, asJson: false, ...started}},
    {argv: 'kubeconfig --print --exec -o json', want: {withLogin: true, isSeen: false, asJson: true, ...started}},
    {argv: 'kubeconfig --merge', want: {withLogin: false, setCurrent: false, ...started}},
    {
      argv: 'kubeconfig --merge there --exec --set-current',
      want: {file: 'there', withLogin: true, setCurrent: true, ...started},
    },
    {argv: 'kubeconfig --unmerge there -w prod', want: {file: 'there', workspace: 'prod', insecure: false}},
  ],
  explain: [
    {argv: 'explain', want: {}},
    {argv: 'explain stack.images --recursive', want: {path: 'stack.images'}},
  ],
  completion: [{argv: 'completion zsh', want: {shell: 'zsh'}}],
  login: [
    {argv: 'login -w prod', want: {workspace: 'prod', openBrowser: true, onPrompt: expect.any(Function)}},
    {argv: 'login --no-browser', want: {way: 'browser', openBrowser: false, onPrompt: expect.any(Function)}},
    {
      argv: 'login --device -C sub',
      want: {directory: '/home/me/shop/sub', way: 'device', openBrowser: false, onPrompt: expect.any(Function)},
    },
  ],
  logout: [
    {argv: 'logout -w prod', want: {workspace: 'prod', all: false}},
    {argv: 'logout --all', want: {all: true}},
  ],
  whoami: [{argv: 'whoami -w prod', want: {workspace: 'prod'}}],
  'can-i': [
    {
      argv: 'can-i create deployments -w prod -n shop',
      want: {workspace: 'prod', verb: 'create', resource: 'deployments', namespace: 'shop'},
    },
    {
      argv: 'can-i get pod/web --subresource log -A',
      want: {verb: 'get', resource: 'pod', name: 'web', subresource: 'log', allNamespaces: true},
    },
    {argv: 'can-i get /healthz', want: {verb: 'get', resource: '/healthz'}},
    {argv: 'can-i --list -n shop', want: {namespace: 'shop'}},
  ],
  credential: [{argv: 'credential -w prod -C sub', want: {workspace: 'prod', directory: '/home/me/shop/sub'}}],
  'workspace create': [
    {
      argv: 'workspace create prod --kubeconfig ~/.kube/prod --kube-context admin',
      want: {name: 'prod', kubeconfig: '~/.kube/prod', kubeContext: 'admin'},
    },
    {argv: 'ws create -f prod.yaml', want: {file: 'prod.yaml'}},
    {
      argv: 'ws create --from-secrets -w management -n a -n b --key admin.conf -l x=y --name-template {namespace}-{name} --update',
      want: {
        workspace: 'management',
        namespaces: ['a', 'b'],
        key: 'admin.conf',
        labelSelector: 'x=y',
        nameTemplate: '{namespace}-{name}',
        update: true,
      },
    },
    {argv: 'ws create -f prod.yaml --allow-plaintext', want: {file: 'prod.yaml', allowPlaintext: true}},
  ],
  'workspace approve': [
    {
      argv: 'ws approve prod -f prod.yaml --key k --expires 30m --save a.json --outside-windows why',
      want: {
        name: 'prod',
        file: 'prod.yaml',
        key: 'k',
        expiresSeconds: 1800,
        checkFile: expect.any(Function),
        save: 'a.json',
        outsideWindows: 'why',
        delete: false,
        confirm: expect.any(Function),
      },
    },
    {
      argv: 'ws approve prod --delete',
      want: {
        name: 'prod',
        delete: true,
        expiresSeconds: 7200,
        checkFile: expect.any(Function),
        confirm: expect.any(Function),
      },
    },
  ],
  'workspace update': [
    {
      argv: 'ws update prod --set context.A=1 --set labels.b=c --unset env.X --kube-context admin --suspend',
      want: {
        name: 'prod',
        set: ['context.A=1', 'labels.b=c'],
        unset: ['env.X'],
        kubeContext: 'admin',
        suspended: true,
        confirm: expect.any(Function),
      },
    },
    {argv: 'ws update --suspend', want: {suspended: true, confirm: expect.any(Function)}},
    {argv: 'ws update prod --resume', want: {name: 'prod', suspended: false, confirm: expect.any(Function)}},
    {
      argv: 'ws update prod -f prod.yaml --allow-plaintext',
      want: {name: 'prod', file: 'prod.yaml', allowPlaintext: true, confirm: expect.any(Function)},
    },
  ],
  'stack rename': [
    {
      argv: 'stack rename shop/web api -C dir --lock-timeout 5',
      want: {
        name: 'shop/web',
        to: 'api',
        directory: '/home/me/shop/dir',
        lockTimeoutSeconds: 5,
        confirm: expect.any(Function),
      },
    },
  ],
  'project rename': [
    {
      argv: 'project rename store --lock-timeout 5',
      want: {to: 'store', lockTimeoutSeconds: 5, confirm: expect.any(Function)},
    },
  ],
  'workspace rename': [
    {
      argv: 'ws rename old new --lock-timeout 5',
      want: {name: 'old', to: 'new', lockTimeoutSeconds: 5, confirm: expect.any(Function)},
    },
  ],
  'workspace export': [
    {argv: 'ws export', want: {flat: false, reveal: false, onTerminal: false}},
    {
      argv: 'ws export prod --out p.yaml --flat --reveal',
      want: {name: 'prod', out: 'p.yaml', flat: true, reveal: true, onTerminal: false},
    },
  ],
  'workspace check': [
    {argv: 'ws check -w prod', want: {workspace: 'prod', all: false, timeoutSeconds: 30}},
    {argv: 'ws check --all --timeout 5s', want: {all: true, timeoutSeconds: 5}},
    {
      argv: 'ws check prod --access',
      want: {
        name: 'prod',
        all: false,
        timeoutSeconds: 30,
        access: {role: 'reader', probe: false, of: {insecure: false}},
      },
    },
    {
      argv: 'ws check --access --role deployer --probe --backend team',
      want: {
        all: false,
        timeoutSeconds: 30,
        access: {role: 'deployer', probe: true, of: {backend: 'team', insecure: false}},
      },
    },
    {argv: 'ws check -l tier=prod', want: {all: false, labelSelector: 'tier=prod', timeoutSeconds: 30}},
  ],
  'workspace access': [
    {
      argv: 'ws access deployer --to user:anna --to group:ci --backend team',
      want: {role: 'deployer', to: ['user:anna', 'group:ci'], system: 'backend', backend: 'team', insecure: false},
    },
    {
      argv: 'ws access reader --cluster -w prod',
      want: {role: 'reader', to: [], system: 'cluster', workspace: 'prod', insecure: false},
    },
  ],
  'workspace list': [{argv: 'workspace list -C x', want: {directory: '/home/me/shop/x'}}],
  'workspace show': [
    {argv: 'workspace show', want: {reveal: false}},
    {argv: 'ws show prod', want: {name: 'prod', reveal: false}},
  ],
  'workspace switch': [{argv: 'ws switch prod', want: {name: 'prod'}}],
  'workspace current': [{argv: 'ws current -w dev', want: {workspace: 'dev'}}],
  'workspace delete': [
    {argv: 'ws delete prod -y', want: {name: 'prod', force: false}},
    {argv: 'ws delete prod --force --yes', want: {name: 'prod', force: true}},
  ],
  'workspace explain': [
    {argv: 'ws explain', want: {}},
    {argv: 'ws explain prod --key AWS_REGION', want: {name: 'prod', key: 'AWS_REGION'}},
    {argv: 'ws explain AWS_REGION', want: {key: 'AWS_REGION'}},
    {argv: 'ws explain host -w prod', want: {workspace: 'prod', key: 'host'}},
  ],
  'workspace allow': [
    {argv: 'ws allow prod', want: {name: 'prod', insecure: false, confirm: expect.any(Function)}},
    {argv: 'ws allow --all --print', want: {all: true, print: true, insecure: false, confirm: expect.any(Function)}},
    {
      argv: 'ws allow prod --branch main --branch next',
      want: {name: 'prod', branches: ['main', 'next'], insecure: false, confirm: expect.any(Function)},
    },
  ],
  'workspace trust': [{argv: 'ws trust prod', want: {name: 'prod'}}],
  'release list': [
    {argv: 'release list -s shop/web -w prod', want: {stack: 'shop/web', workspace: 'prod'}},
    {
      argv: 'release list --all-stacks --limit 3 --phase failed --since 7d --by anna --commit 3f2a',
      want: {allStacks: true, limit: 3, phase: 'failed', since: '7d', by: 'anna', commit: '3f2a'},
    },
  ],
  'release log': [
    {argv: 'release log', want: {}},
    {
      argv: 'release log --limit 5 --since 2026-01-31 -w prod',
      want: {limit: 5, since: '2026-01-31', workspace: 'prod'},
    },
  ],
  'release show': [
    {argv: 'release show', want: {}},
    {argv: 'release show 3', want: {revision: 3}},
  ],
  'release diff': [
    {argv: 'release diff', want: {}},
    {argv: 'release diff 3 -w prod', want: {before: 3, workspace: 'prod'}},
    {argv: 'release diff 3 5 --exit-code -s shop/web', want: {before: 3, after: 5, stack: 'shop/web'}},
  ],
  diff: [
    {
      argv: 'diff -w staging -w prod -s shop/web',
      want: {workspaces: ['staging', 'prod'], of: 'files', stack: 'shop/web'},
    },
    {
      argv: 'diff -w prod',
      want: {workspaces: [undefined, 'prod'], of: 'files'},
    },
    {
      argv: 'diff -w a -w b --live',
      want: {workspaces: ['a', 'b'], of: 'live'},
    },
    {
      argv: 'diff -w a -w b --released -C dir',
      want: {workspaces: ['a', 'b'], of: 'releases', directory: '/home/me/shop/dir'},
    },
  ],
  report: [
    {argv: 'report', want: {directory: '/home/me/shop', stacks: [], workspaces: [], all: false}},
    {
      argv: 'report --html - -w staging -w prod -s web -s api --parallel-stacks 2 -C dir',
      want: {
        directory: '/home/me/shop/dir',
        stacks: ['web', 'api'],
        workspaces: ['staging', 'prod'],
        all: false,
        parallel: 2,
      },
    },
    {argv: 'report --all', want: {directory: '/home/me/shop', stacks: [], workspaces: [], all: true}},
  ],
  approve: [
    {
      argv: 'approve plan.json -C dir --expires 1h --key k --save a.json --outside-windows why',
      want: {
        directory: '/home/me/shop/dir',
        plan: 'plan.json',
        key: 'k',
        expiresSeconds: 3600,
        checkFile: expect.any(Function),
        save: 'a.json',
        outsideWindows: 'why',
        confirm: expect.any(Function),
      },
    },
    {
      argv: 'approve plans/',
      want: {plan: 'plans/', expiresSeconds: 7200, checkFile: expect.any(Function), confirm: expect.any(Function)},
    },
  ],
  promote: [
    {
      argv: 'promote --to prod',
      want: {
        to: 'prod',
        allowOtherFiles: false,
        dryRun: false,
        permissions: none,
        onDiff: expect.any(Function),
        ...wait,
      },
    },
    {
      argv: 'promote shop/web --from staging:4 --to prod --dry-run --image nginx=:2',
      want: {
        stack: 'shop/web',
        from: 'staging:4',
        to: 'prod',
        allowOtherFiles: false,
        dryRun: true,
        images: ['nginx=:2'],
        permissions: none,
        onDiff: expect.any(Function),
        ...wait,
      },
    },
  ],
  'set image': [
    {argv: 'set image nginx=:1.28 web=web:2 -w prod', want: {images: ['nginx=:1.28', 'web=web:2'], workspace: 'prod'}},
  ],
  'module init': [
    {argv: 'module init cache', want: {name: 'cache', add: false}},
    {
      argv: 'module init cache --add -w dev -C sub',
      want: {name: 'cache', add: true, workspace: 'dev', directory: '/home/me/shop/sub'},
    },
  ],
  'module list': [{argv: 'module list -w dev', want: {workspace: 'dev'}}],
  'module show': [{argv: 'module show cache -w dev', want: {module: 'cache', workspace: 'dev'}}],
  'module docs': [{argv: 'module docs ./modules/cache', want: {module: './modules/cache'}}],
  'module impact': [
    {
      argv: 'module impact cache=./other --all -w prod',
      want: {change: 'cache=./other', directory: '/home/me/shop', stacks: [], operation: 'apply', workspace: 'prod'},
    },
    {
      argv: 'module impact cache=./other -s web',
      want: {change: 'cache=./other', directory: '/home/me/shop', stacks: ['web'], onlyHere: false, operation: 'apply'},
    },
  ],
  'module test': [
    {argv: 'module test', want: {update: false}},
    {argv: 'module test cache --update -C sub', want: {module: 'cache', update: true, directory: '/home/me/shop/sub'}},
  ],
  'chart search': [
    {argv: 'chart search', want: {text: '', repositories: [], versions: false, devel: false}},
    {
      argv: 'chart search web server --repository stable --repository https://charts.example.com --versions --devel -w prod',
      want: {
        text: 'web server',
        repositories: ['stable', 'https://charts.example.com'],
        versions: true,
        devel: true,
        workspace: 'prod',
      },
    },
  ],
  'chart show': [
    {argv: 'chart show web', want: {chart: 'web'}},
    {
      argv: 'chart show web --repository stable --version 1.2.3 --values -C sub',
      want: {chart: 'web', repository: 'stable', version: '1.2.3', directory: '/home/me/shop/sub'},
    },
  ],
  'chart add': [
    {argv: 'chart add web -s shop', want: {chart: 'web', stack: 'shop'}},
    {argv: 'chart add web --lookup db --lookup shop/db', want: {chart: 'web', lookups: ['db', 'shop/db']}},
    {
      argv: '-w prod chart add oci://registry.example.com/web --version ^1 --release shop --namespace pages',
      want: {
        chart: 'oci://registry.example.com/web',
        version: '^1',
        release: 'shop',
        namespace: 'pages',
        workspace: 'prod',
      },
    },
  ],
  'chart values': [
    {argv: 'chart values', want: {}},
    {argv: 'chart values shop/web -w prod', want: {source: 'shop/web', workspace: 'prod'}},
  ],
  'chart outdated': [{argv: 'chart outdated --exit-code -s shop', want: {stack: 'shop'}}],
  'chart lock': [
    {argv: 'chart lock', want: {upgrade: false}},
    {argv: 'chart lock --upgrade -w prod', want: {upgrade: true, workspace: 'prod'}},
  ],
  'chart vendor': [{argv: 'chart vendor -s shop', want: {stack: 'shop'}}],
  'release rollback': [
    {argv: 'release rollback', want: {operation: 'apply', revision: 'previous', permissions: none, ...wait}},
    {
      argv: 'release rollback --to 3 --dry-run -s shop/web',
      want: {operation: 'apply', revision: 3, permissions: none, stack: 'shop/web'},
    },
    {
      argv: 'release rollback --to 3 --adopt a --target Deployment --ignore x --timeout 5m --no-wait',
      want: {
        operation: 'apply',
        revision: 3,
        permissions: {...none, adopt: ['a']},
        targets: ['Deployment'],
        ignore: ['x'],
        ...wait,
        wait: false,
        timeoutSeconds: 300,
      },
    },
  ],
  'release prune': [
    {
      argv: 'release prune --keep 20 -w prod',
      want: {workspace: 'prod', keep: 20, dryRun: false, lockTimeoutSeconds: 60, confirm: expect.any(Function)},
    },
    {
      argv: 'release prune --older-than 90d --dry-run --lock-timeout 5',
      want: {keep: 1, olderThan: '90d', dryRun: true, lockTimeoutSeconds: 5, confirm: expect.any(Function)},
    },
  ],
  'release rebuild': [
    {
      argv: 'release rebuild -s shop/web -w prod',
      want: {
        stack: 'shop/web',
        workspace: 'prod',
        force: false,
        dryRun: false,
        lockTimeoutSeconds: 60,
        confirm: expect.any(Function),
      },
    },
    {
      argv: 'release rebuild --lineage 8f14e45f --force --dry-run',
      want: {lineage: '8f14e45f', force: true, dryRun: true, lockTimeoutSeconds: 60, confirm: expect.any(Function)},
    },
  ],
  'release unlock': [
    {argv: 'release unlock', want: {force: false, confirm: expect.any(Function)}},
    {argv: 'release unlock --force -y', want: {force: true, confirm: expect.any(Function)}},
  ],
  'sandbox status': [
    {argv: 'sandbox status', want: {}},
    {argv: 'sandbox status demo', want: {name: 'demo'}},
  ],
  'sandbox serve': [
    {argv: 'sandbox serve', want: {onServed: expect.any(Function)}},
    {argv: 'sandbox serve demo', want: {name: 'demo', onServed: expect.any(Function)}},
  ],
  'sandbox export': [
    {argv: 'sandbox export', want: {reveal: false}},
    {argv: 'sandbox export demo --reveal', want: {name: 'demo', reveal: true}},
  ],
  'sandbox reset': [
    {argv: 'sandbox reset', want: {confirm: expect.any(Function)}},
    {argv: 'sandbox reset demo -y', want: {name: 'demo', confirm: expect.any(Function)}},
  ],
  output: [
    {argv: 'output -w prod', want: {workspace: 'prod'}},
    {argv: 'output queue_url', want: {name: 'queue_url'}},
  ],
  'resource list': [{argv: 'resource list', want: {}}],
  'shared list': [
    {argv: 'shared list -w prod', want: {workspace: 'prod'}},
    {argv: 'shared list --verify --unused-for 30d', want: {verify: true, unusedFor: '30d'}},
  ],
  'shared show': [
    {argv: 'shared show v1:Service:shop:db -w prod', want: {id: 'v1:Service:shop:db', workspace: 'prod'}},
    {argv: 'shared show db --verify', want: {id: 'db', verify: true}},
  ],
  'shared graph': [{argv: 'shared graph -w prod --format dot', want: {workspace: 'prod'}}],
  'shared add': [
    {argv: 'shared add -f db.yaml -w prod', want: {from: 'db.yaml', acceptIdentity: false, workspace: 'prod'}},
    {argv: 'shared add --file db.yaml --accept-identity', want: {from: 'db.yaml', acceptIdentity: true}},
    {
      argv: 'shared add --claim postgres/small -s data',
      want: {
        claim: 'postgres/small',
        stack: 'shared/data',
        ...wait,
        show: expect.any(Function),
        confirm: expect.any(Function),
      },
    },
  ],
  'shared apply': [
    {
      argv: 'shared apply -w prod',
      want: {operation: 'apply', workspace: 'prod', stack: 'shared/shared', ...wait, permissions: none},
    },
    {
      argv: 'shared apply -s data --no-wait',
      want: {operation: 'apply', stack: 'shared/data', ...wait, wait: false, permissions: none},
    },
    {
      argv: 'shared apply -s shared/data --dry-run',
      want: {operation: 'apply', stack: 'shared/data', permissions: none},
    },
  ],
  'shared adopt': [
    {
      argv: 'shared adopt db -s data -w prod',
      want: {
        id: 'db',
        stack: 'shared/data',
        workspace: 'prod',
        lockTimeoutSeconds: 60,
        show: expect.any(Function),
        confirm: expect.any(Function),
      },
    },
    {
      argv: 'shared adopt db --dry-run',
      want: {
        id: 'db',
        stack: 'shared/shared',
        dryRun: true,
        lockTimeoutSeconds: 60,
        show: expect.any(Function),
        confirm: expect.any(Function),
      },
    },
  ],
  'shared remove': [
    {
      argv: 'shared remove db -y',
      want: {id: 'db', confirm: expect.any(Function), asked: expect.objectContaining({permissions: none})},
    },
    {
      argv: 'shared remove db -w prod --allow-delete all',
      want: {
        id: 'db',
        workspace: 'prod',
        confirm: expect.any(Function),
        asked: expect.objectContaining({permissions: {...none, allowDelete: ['all']}}),
      },
    },
  ],
  'resource import': [
    {
      argv: 'resource import v1:Service:shop:web *:ConfigMap:* --spec-file s.yaml --lock-timeout 5',
      want: {
        selectors: ['v1:Service:shop:web', '*:ConfigMap:*'],
        specFile: '/home/me/shop/s.yaml',
        lockTimeoutSeconds: 5,
        show: expect.any(Function),
        confirm: expect.any(Function),
      },
    },
    {
      argv: 'resource import Deployment --dry-run -w prod',
      want: {
        selectors: ['Deployment'],
        workspace: 'prod',
        dryRun: true,
        lockTimeoutSeconds: 60,
        show: expect.any(Function),
        confirm: expect.any(Function),
      },
    },
  ],
  'import cluster': [
    {argv: 'import cluster -n shop', want: {namespaces: ['shop'], kinds: [], secrets: 'skip'}},
    {
      argv: 'import cluster -w prod -n shop -n jobs -n shop --kind Deployment -l app=web --out there --secrets refs',
      want: {
        workspace: 'prod',
        namespaces: ['shop', 'jobs'],
        kinds: ['Deployment'],
        labelSelector: 'app=web',
        out: 'there',
        secrets: 'refs',
      },
    },
    {
      argv: 'import cluster -n shop -o yaml',
      want: {namespaces: ['shop'], kinds: [], secrets: 'skip', onlyPrint: true},
    },
  ],
  'import kusion': [
    {
      argv: 'import kusion home',
      want: {
        sources: ['home'],
        workspaces: 'backend',
        secrets: 'skip',
        as: 'proven',
        dryRun: false,
        insecure: false,
      },
    },
    {
      argv: 'import kusion s3://b/p checkout --out there --workspaces project --secrets refs --as app --dry-run --insecure',
      want: {
        sources: ['s3://b/p', 'checkout'],
        out: 'there',
        workspaces: 'project',
        secrets: 'refs',
        as: 'app',
        dryRun: true,
        insecure: true,
      },
    },
  ],
  'import helm': [
    {argv: 'import helm web', want: {name: 'web', secrets: 'skip'}},
    {
      argv: 'import helm web -w prod -n shop --revision 3 --out there --secrets refs',
      want: {workspace: 'prod', name: 'web', namespace: 'shop', revision: 3, out: 'there', secrets: 'refs'},
    },
    {argv: 'import helm web -o yaml', want: {name: 'web', secrets: 'skip', onlyPrint: true}},
  ],
  'import terraform': [
    {argv: 'import terraform infra', want: {state: 'infra', references: false, providers: [], varFiles: []}},
    {
      argv: 'import terraform s.json -w prod --out there --secrets refs --provider-ref aws.main --provider-ref google.eu',
      want: {
        workspace: 'prod',
        state: 's.json',
        out: 'there',
        references: true,
        providers: ['aws.main', 'google.eu'],
        varFiles: [],
      },
    },
    {
      argv: 'import terraform infra --source infra --var-file a.tfvars --var-file b.tfvars',
      want: {state: 'infra', source: 'infra', references: false, providers: [], varFiles: ['a.tfvars', 'b.tfvars']},
    },
  ],
  'backend migrate': [
    {
      argv: 'backend migrate local s3://team-state --insecure --lock-timeout 5 -y',
      want: {
        from: 'local',
        to: 's3://team-state',
        insecure: true,
        allowPlaintext: false,
        lockTimeoutSeconds: 5,
        confirm: expect.any(Function),
      },
    },
  ],
  'backend backup': [
    {argv: 'backend backup x.gantry-backup', want: {file: 'x.gantry-backup', allowPlaintext: false}},
    {argv: 'backend backup x --allow-plaintext', want: {file: 'x', allowPlaintext: true}},
  ],
  'backend restore': [
    {
      argv: 'backend restore x --replace --allow-plaintext --lock-timeout 5 -y',
      want: {file: 'x', replace: true, allowPlaintext: true, lockTimeoutSeconds: 5, confirm: expect.any(Function)},
    },
    {
      argv: 'backend restore x',
      want: {
        file: 'x',
        replace: false,
        allowPlaintext: false,
        lockTimeoutSeconds: 60,
        confirm: expect.any(Function),
      },
    },
  ],
  'backend rekey': [
    {argv: 'backend rekey --lock-timeout 5 -y', want: {lockTimeoutSeconds: 5, confirm: expect.any(Function)}},
  ],
  'release verify': [
    {
      argv: 'release verify -s shop/web -w prod',
      want: {stack: 'shop/web', workspace: 'prod', checkFile: expect.any(Function)},
    },
    {
      argv: 'release verify chain.json --signers keys',
      want: {file: 'chain.json', signers: 'keys', checkFile: expect.any(Function)},
    },
    {
      argv: 'release verify --trusted-root root.json --certificate-identity a --certificate-oidc-issuer b',
      want: {trustedRoot: 'root.json', identity: {identity: 'a', issuer: 'b'}, checkFile: expect.any(Function)},
    },
    {
      argv: 'release verify --save new.json --contains old.json',
      want: {save: 'new.json', contains: 'old.json', checkFile: expect.any(Function)},
    },
  ],
  'backend verify': [
    {argv: 'backend verify', want: {strict: false}},
    {argv: 'backend verify --strict', want: {strict: true}},
  ],
  doctor: [
    {argv: 'doctor --security', want: {insecure: false}},
    {argv: 'doctor -w prod --timeout 5s', want: {workspace: 'prod', timeoutSeconds: 5}},
  ],
  'config list': [
    {argv: 'config list --backend team -C x', want: {backend: 'team', directory: '/home/me/shop/x', insecure: false}},
  ],
  'config get': [{argv: 'config get backend', want: {key: 'backend'}}],
  'config set': [
    {argv: 'config set backends.team s3://team-state', want: {key: 'backends.team', value: 's3://team-state'}},
  ],
  'config unset': [{argv: 'config unset backend', want: {key: 'backend'}}],
  'resource forget': [
    {
      argv: 'resource forget v1:ConfigMap:shop:a Service -w prod',
      want: {
        operation: 'apply',
        workspace: 'prod',
        permissions: none,
        orphan: ['v1:ConfigMap:shop:a', 'Service'],
        ...wait,
      },
    },
  ],
  'resource graph': [
    {argv: 'resource graph', want: {targets: []}},
    {
      argv: 'resource graph v1:Secret:shop:db --target app=web --format dot',
      want: {targets: ['v1:Secret:shop:db', 'app=web']},
    },
  ],
  'resource show': [{argv: 'resource show apps/v1:Deployment:shop:web', want: {id: 'apps/v1:Deployment:shop:web'}}],
};

describe('the request of a command line', () => {
  it('every command has a tested request', () =>
    expect(Object.keys(ROWS).toSorted()).toEqual(CATALOG.map(({path}) => path.join(' ')).toSorted()));

  it.each(Object.entries(ROWS).flatMap(([command, rows]) => rows.map((row) => ({command, ...row}))))(
    'gantry $argv',
    async ({command, argv, want}) => {
      const seen: object[] = [];
      const watch = (request: object): never => {
        seen.push(request);
        throw new Error('seen');
      };
      const commands = Object.fromEntries(
        await Promise.all(
          CATALOG.map(async ({path, load}) => [path.join(' '), watching(await load(), watch)] as const),
        ),
      );
      await runInProcess({argv: argv.split(' '), commands});
      expect({command, seen}).toEqual({command, seen: [want]});
    },
  );
});

// One use case, or several by name: preview for `--dry-run`, those of saved plans, one for each flag.
const watching =
  (define: Define, watch: (request: object) => never): Define =>
  (command, open) => {
    const uses = new Proxy(watch, {get: () => watch});
    (define as (...all: unknown[]) => unknown)(command, open, uses, uses, uses, uses);
  };
