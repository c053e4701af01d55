import type {Json} from '../../../../../src/core/json.ts';
import type {AnyModule} from '../../../../../src/core/module/run-module.ts';
import {defineModule, z} from '../../../../../src/module.ts';

/** A stack, its workspace `prod`, and what its explanations must name. */
export type Scene = {
  readonly files: Readonly<Record<string, Json>>;
  readonly images?: readonly string[];
  /** The files whose settings are changed. */
  readonly changed: readonly string[];
  /** The layers that a line of a file can have. */
  readonly layers: Readonly<Record<string, readonly string[]>>;
  /** The layers of some fields, with the values that they replaced. */
  /** The lines of gantry.app.yaml with the workloads and accessories. */
  readonly uses: readonly number[];
  readonly replaced: Readonly<Record<string, readonly string[]>>;
};

/** A module of the workspace. */
export const SETTINGS: AnyModule = defineModule({
  name: 'settings',
  version: '1.0.0',
  description: 'A ConfigMap, and variables of the containers.',
  input: z.strictObject({size: z.string().regex(/^\d+Gi$/), count: z.int(), tags: z.record(z.string(), z.string())}),
  platform: z.strictObject({tier: z.string(), zone: z.string()}),
  generate: ({name, config}) => ({
    resources: [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {name, labels: config.tags},
        data: {size: config.size, double: String(2 * config.count), tier: config.tier, fixed: 'yes'},
      },
    ],
    patches: [
      {
        podAnnotations: {tier: config.tier, kept: 'always'},
        labels: {team: 'of-the-module'},
        env: [{name: 'ZONE', value: config.zone}],
      },
    ],
    outputs: {name},
  }),
});

const WEB = {
  web: {
    labels: {team: 'shop'},
    annotations: {docs: 'example.com'},
    workload: {
      service: {
        labels: {tier: 'front'},
        replicas: 3,
        serviceAccount: 'web',
        imagePullSecrets: ['registry'],
        securityContext: {runAsUser: 1000},
        ports: [
          {port: 80, targetPort: 8080},
          {port: 53, protocol: 'UDP'},
          {port: 443, public: true},
        ],
        autoscaling: {min: 2, max: 10, cpu: 80, memory: 70},
        disruption: {maxUnavailable: 1},
        topologySpreadConstraints: {
          zones: {maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule'},
          hosts: {maxSkew: 2, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'DoNotSchedule'},
        },
        volumes: {
          data: {size: '10Gi', storageClass: 'fast', accessModes: ['ReadWriteMany']},
          cache: {emptyDir: {medium: 'Memory'}},
        },
        init: {wait: {image: 'busybox:1.36', command: ['sh', 'wait']}},
        sidecars: {logs: {image: 'fluent:3', dirs: {'/var/log': 'volume://cache'}}},
        containers: {
          web: {
            image: 'nginx:1.28',
            args: ['--port=8080'],
            workingDir: '/srv',
            env: {LOG: 'debug', TOKEN: 'ref://app/token', PASSWORD: 'secret://db/password'},
            resources: {cpu: '250m-500m', memory: '64Mi'},
            files: {
              '/etc/web/a.conf': {content: 'first', mode: '0600'},
              '/etc/web/b.conf': {content: 'second'},
              '/run/web/key': {contentFrom: 'secret://keys/web'},
            },
            dirs: {'/etc/tls': 'secret://tls', '/etc/flags': 'configMap://flags', '/data': 'volume://data'},
            readinessProbe: {http: {url: 'http://localhost:8080/ready', headers: {'X-A': 'one'}}, periodSeconds: 5},
            livenessProbe: {tcp: {url: 'tcp://localhost:8080'}, terminationGracePeriod: 20},
            startupProbe: {exec: {command: ['web', 'started']}, failureThreshold: 9},
            lifecycle: {preStop: {exec: {command: ['sleep', 'five']}}},
          },
        },
      },
    },
    accessories: {
      network: {
        ports: [{port: 8085, targetPort: 90}],
        ingress: {
          ingressClassName: 'nginx',
          labels: {edge: 'public'},
          rules: [
            {
              host: 'shop.example',
              http: {paths: [{path: '/', pathType: 'Prefix', backend: {service: {port: {number: 8085}}}}]},
            },
          ],
        },
        ingressClass: {controller: 'example.com/ingress'},
      },
    },
  },
};

const {autoscaling: SCALING, ...WITHOUT_SCALING} = WEB.web.workload.service;

const PROD = {context: {kubeconfig_path: '/nowhere', level: 'info'}};

/** Three applications: a service, a cron job, and one with every layer. */
export const SCENES: Readonly<Record<string, Scene>> = {
  'a service with files, probes and a network': {
    files: {
      'project.yaml': {name: 'shop'},
      'stack.yaml': {name: 'dev'},
      'gantry.app.yaml': {web: {...WEB.web, workload: {service: WITHOUT_SCALING}}},
      'workspaces/prod.yaml': PROD,
    },
    changed: ['gantry.app.yaml'],
    layers: {'gantry.app.yaml': ['source']},
    uses: [7, 102],
    replaced: {},
  },
  'a cron job, and an autoscaled service': {
    files: {
      'project.yaml': {name: 'shop'},
      'stack.yaml': {name: 'dev', sources: [{app: {file: 'gantry.app.yaml', naming: 'kusion'}}]},
      'gantry.app.yaml': {
        report: {
          workload: {
            cron: {
              schedule: '0 3 * * *',
              timeZone: 'Europe/Paris',
              concurrencyPolicy: 'Forbid',
              failedJobsHistoryLimit: 2,
              containers: {report: {image: 'report:1', args: ['all'], files: {'/etc/a': {content: 'text'}}}},
            },
          },
        },
        web: {
          workload: {
            service: {
              autoscaling: SCALING,
              containers: {web: {image: 'nginx:1.28', resources: {cpu: '100m'}}},
            },
          },
        },
      },
      'workspaces/prod.yaml': PROD,
    },
    changed: ['gantry.app.yaml'],
    layers: {'gantry.app.yaml': ['source']},
    uses: [3, 18],
    replaced: {},
  },
  'an application with all layers': {
    files: {
      'project.yaml': {name: 'shop'},
      'stack.yaml': {
        images: {nginx: 'nginx:1.30'},
        patches: {
          '*': [
            {
              apiVersion: 'apps/v1',
              kind: 'Deployment',
              metadata: {name: 'web'},
              spec: {
                minReadySeconds: 5,
                template: {spec: {terminationGracePeriodSeconds: 40, serviceAccountName: 'other'}},
              },
            },
          ],
        },
      },
      'gantry.app.yaml': {
        web: {
          workload: {
            service: {
              labels: {tier: 'front'},
              serviceAccount: 'web',
              containers: {
                web: {image: 'nginx:1.28', env: {LOG: '${context:level}', PLAIN: 'text', NAME: '${output:extra.name}'}},
              },
            },
          },
          accessories: {extra: {module: 'settings', size: '10Gi', count: 4, tags: {own: 'tag'}}},
        },
      },
      'gantry.app.prod.yaml': {
        web: {
          workload: {service: {containers: {web: {env: {PLAIN: 'of-prod', MORE: 'added'}}}}},
          accessories: {extra: {size: '20Gi'}},
        },
      },
      'workspaces/prod.yaml': {
        ...PROD,
        modules: {
          service: {
            configs: {
              default: {replicas: 2, labels: {tier: 'none', cost: 'low'}, serviceAccount: 'common'},
              large: {replicas: 4, projectSelector: ['shop']},
            },
          },
          settings: {
            path: '../settings',
            configs: {default: {tier: 'silver', zone: 'eu'}, gold: {tier: 'gold', projectSelector: ['shop']}},
          },
        },
        policy: [
          {
            name: 'costs',
            match: {kinds: ['Deployment']},
            mutate:
              '{"metadata": {"labels": {"cost": "shared", "owner": "platform"}}, "spec": {"revisionHistoryLimit": 3}}',
          },
        ],
      },
    },
    changed: ['gantry.app.yaml', 'gantry.app.prod.yaml', 'workspaces/prod.yaml', 'stack.yaml'],
    layers: {
      'gantry.app.yaml': ['source', 'context'],
      'gantry.app.prod.yaml': ['overlay'],
      'workspaces/prod.yaml': ['modules', 'module-patch', 'context', 'policy'],
      'stack.yaml': ['patch', 'images'],
    },
    uses: [3, 15],
    replaced: {
      'apps/v1:Deployment:web#spec.replicas': [
        'modules default workspaces/prod.yaml 2',
        'modules large workspaces/prod.yaml 4',
      ],
      'apps/v1:Deployment:web#metadata.labels.tier': [
        'modules default workspaces/prod.yaml none',
        'source gantry.app.yaml front',
      ],
      'apps/v1:Deployment:web#metadata.labels.cost': [
        'modules default workspaces/prod.yaml low',
        'policy costs workspaces/prod.yaml shared',
      ],
      'apps/v1:Deployment:web#spec.revisionHistoryLimit': ['policy costs workspaces/prod.yaml 3'],
      'apps/v1:Deployment:web#metadata.labels.team': ['module-patch settings gantry.app.yaml of-the-module'],
      'apps/v1:Deployment:web#apiVersion': ['module service gantry.app.yaml apps/v1'],
      'apps/v1:Deployment:web#spec.template.metadata.annotations.tier': [
        'module-patch settings workspaces/prod.yaml gold',
      ],
      'apps/v1:Deployment:web#spec.template.spec.serviceAccountName': [
        'modules default workspaces/prod.yaml common',
        'source gantry.app.yaml web',
        'patch merge stack.yaml other',
      ],
      'apps/v1:Deployment:web#spec.template.spec.containers[0].image': [
        'source gantry.app.yaml nginx:1.28',
        'images stack.yaml nginx:1.30',
      ],
      'apps/v1:Deployment:web#spec.template.spec.containers[0].env[name="PLAIN"].value': [
        'source gantry.app.yaml text',
        'overlay gantry.app.prod.yaml of-prod',
      ],
      'apps/v1:Deployment:web#spec.template.spec.containers[0].env[name="LOG"].value': [
        'source gantry.app.yaml ${context:level}',
        'context gantry.app.yaml info',
      ],
      'v1:ConfigMap:web-extra#data.size': ['source gantry.app.yaml 10Gi', 'overlay gantry.app.prod.yaml 20Gi'],
      'v1:ConfigMap:web-extra#data.double': ['source gantry.app.yaml 8'],
      'v1:ConfigMap:web-extra#data.tier': [
        'modules default workspaces/prod.yaml silver',
        'modules gold workspaces/prod.yaml gold',
      ],
      'v1:ConfigMap:web-extra#data.fixed': ['module settings gantry.app.yaml yes'],
    },
  },
};
