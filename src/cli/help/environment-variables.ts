/** Variables that belong together. */
export type VariableGroup = {
  readonly title: string;
  /** For `gantry help environment`: the ones that people set. */
  readonly short?: string;
  readonly about?: string;
  /** The meaning of each, by its name. */
  readonly variables: Readonly<Record<string, string>>;
  /** Gantry sets them itself. */
  readonly isInternal?: true;
};

/** Every environment variable that Gantry reads or sets. A test compares the list with the code. */
export const ENVIRONMENT_VARIABLES: readonly VariableGroup[] = [
  {
    title: 'Gantry',
    variables: {
      GANTRY_HOME: 'The directory of your configuration, releases, consents and caches. Default: ~/.gantry.',
      GANTRY_WORKSPACE: 'The workspace, if -w is not given.',
      GANTRY_BACKEND: 'The backend, if --backend is not given: an address, or a name from your configuration.',
      GANTRY_BACKEND_PASSPHRASE: 'The passphrase of a sealed backend.',
      GANTRY_AGE_KEY: 'Keys of age, or a private SSH key, that open a sealed backend.',
      GANTRY_AGE_KEY_FILE: 'A file of keys of age, or a private SSH key, that open a sealed backend.',
      GANTRY_SSH_PASSPHRASE: 'The passphrase of that SSH key.',
      GANTRY_SIGN_KEY: 'The key that signs releases, if --sign is not given.',
      GANTRY_LOCK: '1: the same as `gantry build --lock`, for each command that builds a stack.',
      GANTRY_UNTRUSTED: '1: the same as --untrusted.',
      GANTRY_BASE: 'The base commit of --untrusted, if --base is not given.',
      GANTRY_ALLOW:
        'The access that workspaces have without a prompt: digests from `gantry workspace allow --print`, or a file that lists them.',
      GANTRY_ALLOW_KEYS:
        'Public SSH keys, or a file of them. If it is set, GANTRY_ALLOW must name a file that one of these keys signed.',
      GANTRY_SAFE_DIRECTORY: 'A directory whose project files are read although another user owns them.',
    },
  },
  {
    title: 'Cluster',
    short: 'KUBECONFIG, HTTPS_PROXY, NO_PROXY',
    variables: {
      KUBECONFIG: 'The kubeconfig of workspaces that name none: a list of files, as for kubectl.',
      KUBERNETES_SERVICE_HOST: 'Set in a pod: its service account is used where no kubeconfig is found.',
      KUBERNETES_SERVICE_PORT: 'The port of that server.',
      KUBERNETES_EXEC_INFO: 'Set by kubectl for `gantry credential`.',
      HTTPS_PROXY: 'The proxy for https; also https_proxy.',
      HTTP_PROXY: 'The proxy for http; also http_proxy.',
      NO_PROXY: 'Hosts that are reached without a proxy; also no_proxy.',
    },
  },
  {
    title: 'Terraform',
    short: 'GANTRY_TERRAFORM, TF_CLI_CONFIG_FILE',
    variables: {
      GANTRY_TERRAFORM: 'The path of terraform or tofu, or its name in PATH. Default: terraform, then tofu.',
      GANTRY_TERRAFORM_ON_DISK:
        '1: the files of a run may be in a private directory on disk, where no directory is in memory.',
      TF_CLI_CONFIG_FILE:
        'The CLI configuration of terraform or tofu, with mirrors and logins of registries. Default: ~/.terraformrc.',
      TF_PLUGIN_CACHE_DIR:
        'The directory with packages of providers that stacks share. Default: `plugin_cache_dir` of the CLI configuration.',
      XDG_RUNTIME_DIR: 'A directory in memory for the files of a run. Default: /dev/shm.',
    },
  },
  {
    title: 'Sigstore',
    short: 'SIGSTORE_ID_TOKEN, GANTRY_FULCIO_URL, GANTRY_REKOR_URL',
    variables: {
      SIGSTORE_ID_TOKEN:
        'The identity token for --sign sigstore. In GitHub Actions, a job with `permissions: {id-token: write}` needs none.',
      GANTRY_FULCIO_URL: 'The Fulcio server, which issues the certificates. Default: https://fulcio.sigstore.dev.',
      GANTRY_REKOR_URL: 'The Rekor server, which records the signatures. Default: https://rekor.sigstore.dev.',
    },
  },
  {
    title: 'Terminal',
    short: 'NO_COLOR, FORCE_COLOR, CI',
    variables: {
      NO_COLOR: 'Not empty: no colours.',
      FORCE_COLOR: 'Not empty and not 0: colours without a terminal, too.',
      TERM: '`dumb`: no live view and no colours.',
      CI: 'Not empty, 0 or false: progress is written line by line.',
      SHELL: 'The shell that `gantry shell` starts, and whose words `gantry env` prints.',
      ENV: 'The start file of sh, which `gantry shell` reads too.',
      ZDOTDIR: 'The directory of the start files of zsh, which `gantry shell` reads too.',
      DISPLAY: 'On Linux: a browser can be opened for a login.',
      WAYLAND_DISPLAY: 'The same, with Wayland.',
      WSL_DISTRO_NAME: 'The same, in Windows.',
      SSH_CONNECTION: 'Set in a session of ssh: a login prints its address and opens no browser.',
      SSH_TTY: 'The same.',
    },
  },
  {
    title: 'Machine',
    variables: {
      PATH: 'Where programs are found.',
      HOME: 'The home directory: ~ in paths.',
      USERPROFILE: 'The same on Windows.',
      APPDATA: 'Where programs keep their files on Windows.',
      XDG_CONFIG_HOME: 'Where sops keeps its keys.',
      USER: 'The name of the user in locks and releases, where the system does not know it.',
      LOGNAME: 'The same.',
    },
  },
  {
    title: 'CI systems',
    about: 'The CI system sets them.',
    variables: {
      GITHUB_ACTIONS: 'true: warnings and errors are annotations of the workflow.',
      GITHUB_OUTPUT: 'The file for outputs of the step.',
      GITHUB_STEP_SUMMARY: 'The file for the summary of the job.',
      GITHUB_WORKSPACE: 'The directory that paths in annotations start at.',
      GITHUB_REPOSITORY: 'The repository of the job: a checkout of a fork is recognised by it.',
      GITHUB_SERVER_URL: 'The server of that repository.',
      GITHUB_RUN_ID: 'The run of the workflow, for the address of the job in locks and releases.',
      GITHUB_BASE_REF: 'The base branch of --untrusted.',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'The same in GitLab.',
      CI_JOB_URL: 'The address of the job, for locks and releases: GitLab.',
      BUILD_URL: 'The same in Jenkins.',
      BUILDKITE_BUILD_URL: 'The same in Buildkite.',
      CIRCLE_BUILD_URL: 'The same in CircleCI.',
      DRONE_BUILD_LINK: 'The same in Drone.',
      ACTIONS_ID_TOKEN_REQUEST_URL:
        'The URL of the token of the job (`identity.oidc.githubAudience`, --sign sigstore).',
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'The credential for that request.',
    },
  },
  {
    title: 'OpenTelemetry',
    short: 'OTEL_EXPORTER_OTLP_ENDPOINT, TRACEPARENT',
    variables: {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'The collector. Without it nothing is sent.',
      OTEL_EXPORTER_OTLP_HEADERS: 'Headers of each request.',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'The protocol; Gantry speaks OTLP over HTTP.',
      OTEL_RESOURCE_ATTRIBUTES: 'Attributes of all traces and metrics.',
      OTEL_SERVICE_NAME: 'The name of the service. Default: gantry.',
      OTEL_SDK_DISABLED: 'true: nothing is sent.',
      TRACEPARENT: 'The span that the run belongs to.',
    },
  },
  {
    title: 'AWS',
    short: 'as the AWS SDK: AWS_PROFILE, AWS_REGION, AWS_ACCESS_KEY_ID and others',
    about: 'For buckets, secret stores and clusters of AWS, with the meaning that the AWS SDK gives them.',
    variables: {
      AWS_PROFILE: 'A profile of the shared files.',
      AWS_REGION: 'The region.',
      AWS_DEFAULT_REGION: 'The region where AWS_REGION is not set.',
      AWS_CONFIG_FILE: 'The shared configuration.',
      AWS_SHARED_CREDENTIALS_FILE: 'The shared credentials.',
      AWS_CA_BUNDLE: 'Certificates to trust besides those of the system.',
      AWS_ENDPOINT_URL: 'Another server for every service.',
      AWS_ENDPOINT_URL_STS: 'Another server for STS.',
      AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true: no other servers.',
      AWS_ROLE_SESSION_NAME: 'The name of the session of a web identity.',
      AWS_WEB_IDENTITY_TOKEN_FILE: 'The token of a web identity.',
      AWS_CONTAINER_CREDENTIALS_FULL_URI: 'Where a container reads its credentials.',
      AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: 'The same, as a path.',
      AWS_EC2_METADATA_DISABLED: 'true: the metadata of the machine are not read.',
    },
  },
  {
    title: 'Google Cloud',
    short: 'GOOGLE_APPLICATION_CREDENTIALS, GOOGLE_CREDENTIALS and others',
    variables: {
      GOOGLE_APPLICATION_CREDENTIALS: 'The file of a key.',
      GOOGLE_CREDENTIALS: 'A key, or the file of a key.',
      GOOGLE_OAUTH_ACCESS_TOKEN: 'A token.',
      GOOGLE_IMPERSONATE_SERVICE_ACCOUNT: 'The service account to act as.',
      CLOUDSDK_CONFIG: 'The directory of gcloud.',
      CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE: 'Certificates to trust besides those of the system.',
      METADATA_SERVER_DETECTION: '`none`: the metadata of the machine are not read.',
      STORAGE_EMULATOR_HOST: 'Another server for buckets.',
    },
  },
  {
    title: 'Azure',
    short: 'ARM_… and AZURE_…: a service principal, a managed identity, a key of a storage account',
    variables: {
      ARM_ACCESS_KEY: 'A key of the storage account.',
      ARM_SAS_TOKEN: 'A shared access signature.',
      ARM_USE_MSI: 'true: the managed identity of the machine.',
      ARM_USE_OIDC: 'true: a token of the CI system.',
      ARM_OIDC_REQUEST_URL: 'Where that token is requested.',
      ARM_OIDC_REQUEST_TOKEN: 'The credential for that request.',
      AZURE_AUTHORITY_HOST: 'Another server for logins.',
      AZURE_STORAGE_ACCOUNT: 'The storage account.',
      AZURE_STORAGE_KEY: 'A key of the storage account.',
      AZURE_STORAGE_SAS_TOKEN: 'A shared access signature.',
    },
  },
  {
    title: 'Alibaba Cloud',
    short: 'ALICLOUD_… and ALIBABA_CLOUD_…: keys, a profile, a role',
    variables: {
      ALICLOUD_REGION: 'The region.',
      ALIBABA_CLOUD_REGION_ID: 'The region.',
      ALICLOUD_PROFILE: 'A profile of the aliyun command.',
      ALIBABA_CLOUD_PROFILE: 'The same.',
      ALIBABA_CLOUD_CLI_PROFILE_DISABLED: 'true: profiles are not read.',
      ALICLOUD_SHARED_CREDENTIALS_FILE: 'The file of profiles.',
      ALICLOUD_CREDENTIALS_URI: 'Where credentials are read.',
      ALIBABA_CLOUD_CREDENTIALS_URI: 'The same.',
      ALICLOUD_ECS_ROLE_NAME: 'The role of the machine.',
      ALIBABA_CLOUD_ECS_METADATA: 'The same.',
      ALIBABA_CLOUD_ECS_METADATA_DISABLED: 'true: the metadata of the machine are not read.',
      ALIBABA_CLOUD_IMDSV1_DISABLED: 'true: the metadata of the machine are read with a token only.',
      ALICLOUD_OIDC_PROVIDER_ARN: 'The provider of a token.',
      ALIBABA_CLOUD_OIDC_PROVIDER_ARN: 'The same.',
      ALIBABA_CLOUD_OIDC_TOKEN_FILE: 'The file of that token.',
      ALIBABA_CLOUD_ROLE_ARN: 'The role to take.',
      ALIBABA_CLOUD_ROLE_SESSION_NAME: 'The name of its session.',
      ALIBABA_CLOUD_STS_REGION: 'The region of STS.',
      ALIBABA_CLOUD_VPC_ENDPOINT_ENABLED: 'true: STS is reached inside of the VPC.',
    },
  },
  {
    title: 'Vault and sops',
    short: 'VAULT_TOKEN, VAULT_NAMESPACE, VAULT_CACERT, SOPS_AGE_KEY, SOPS_AGE_KEY_FILE',
    variables: {
      VAULT_TOKEN: 'The token where the store names no login.',
      VAULT_NAMESPACE: 'The namespace where the store names none.',
      VAULT_CACERT: 'Certificates to trust besides those of the system.',
      SOPS_AGE_KEY: 'Keys of age.',
      SOPS_AGE_KEY_FILE: 'A file of keys of age.',
      SOPS_AGE_SSH_PRIVATE_KEY_FILE:
        'The private SSH key for a sealed backend; default: ~/.ssh/id_ed25519 and ~/.ssh/id_rsa.',
    },
  },
  {
    title: 'Set by Gantry',
    about: 'In the programs that Gantry starts. Do not set them yourself.',
    isInternal: true,
    variables: {
      GANTRY_SHELL: 'The name of the workspace whose shell this is.',
      GANTRY_KUBECONFIG: 'The kubeconfig that Gantry made for the program.',
      GANTRY_OUTER_KUBECONFIG: 'KUBECONFIG as it was before.',
      GANTRY_OUTER_ENV: 'ENV as it was before.',
      GANTRY_OUTER_ZDOTDIR: 'ZDOTDIR as it was before.',
      GANTRY_CHANGED: 'The names of the variables that have other values than before.',
      GANTRY_LOGIN_DEPTH: 'How many login programs started each other: it ends a loop.',
      GANTRY_SECRET_NAME: 'For the program of an `exec` store: the secret that is wanted.',
      GANTRY_SECRET_VERSION: 'For the same program: the version that is wanted.',
      GANTRY_SOURCE: 'For contributors: run the sources in place of the build.',
    },
  },
];
