/**
 * What the OpenAPI of Kubernetes does not tell of its Go types, one component after the other: `field:code:type`. Made by
 * `node scripts/sandbox-pack.ts` out of the sources of Kubernetes.
 * Codes: `o` a value that is left out when it is zero, `z` one that is not, `s` a struct that is always there, `n` null when
 * it is not there, `t` a type of its own that is always there, `w` one that is left out when it is zero. What is not listed is
 * left out when it was not given, or follows from the default in the OpenAPI. The type is what Go calls it in errors: of a list or
 * map the items, or `=` the whole; `[K]` is a map whose keys are K, and behind it is said what its items are.
 */
export const GO_FIELDS = `
api.admissionregistration.v1.MatchResources matchPolicy::v1.MatchPolicyType
api.admissionregistration.v1.MutatingWebhook admissionReviewVersions:n failurePolicy::v1.FailurePolicyType matchPolicy::v1.MatchPolicyType reinvocationPolicy::v1.ReinvocationPolicyType sideEffects:n:v1.SideEffectClass
api.admissionregistration.v1.NamedRuleWithOperations operations::v1.OperationType scope::v1.ScopeType
api.admissionregistration.v1.ParamKind apiVersion:o kind:o
api.admissionregistration.v1.ParamRef name:o namespace:o parameterNotFoundAction::v1.ParameterNotFoundActionType
api.admissionregistration.v1.RuleWithOperations operations::v1.OperationType scope::v1.ScopeType
api.admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec policyName:o validationActions::v1.ValidationAction
api.admissionregistration.v1.ValidatingAdmissionPolicySpec failurePolicy::v1.FailurePolicyType
api.admissionregistration.v1.ValidatingAdmissionPolicyStatus observedGeneration:o
api.admissionregistration.v1.ValidatingWebhook admissionReviewVersions:n failurePolicy::v1.FailurePolicyType matchPolicy::v1.MatchPolicyType sideEffects:n:v1.SideEffectClass
api.admissionregistration.v1.Validation message:o messageExpression:o reason::v1.StatusReason; api.apps.v1.ControllerRevision data:t
api.apps.v1.DaemonSetCondition lastTransitionTime:t message:o reason:o status::v1.ConditionStatus type::v1.DaemonSetConditionType
api.apps.v1.DaemonSetSpec minReadySeconds:o selector:n
api.apps.v1.DaemonSetStatus numberAvailable:o numberUnavailable:o observedGeneration:o updatedNumberScheduled:o
api.apps.v1.DaemonSetUpdateStrategy type:o:v1.DaemonSetUpdateStrategyType
api.apps.v1.DeploymentCondition lastTransitionTime:t lastUpdateTime:t message:o reason:o status::v1.ConditionStatus type::v1.DeploymentConditionType
api.apps.v1.DeploymentSpec minReadySeconds:o paused:o selector:n
api.apps.v1.DeploymentStatus availableReplicas:o observedGeneration:o readyReplicas:o replicas:o unavailableReplicas:o updatedReplicas:o
api.apps.v1.DeploymentStrategy type:o:v1.DeploymentStrategyType
api.apps.v1.ReplicaSetCondition lastTransitionTime:t message:o reason:o status::v1.ConditionStatus type::v1.ReplicaSetConditionType
api.apps.v1.ReplicaSetSpec minReadySeconds:o selector:n
api.apps.v1.ReplicaSetStatus availableReplicas:o fullyLabeledReplicas:o observedGeneration:o readyReplicas:o
api.apps.v1.StatefulSetCondition lastTransitionTime:t message:o reason:o status::v1.ConditionStatus type::v1.StatefulSetConditionType
api.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:o:v1.PersistentVolumeClaimRetentionPolicyType whenScaled:o:v1.PersistentVolumeClaimRetentionPolicyType
api.apps.v1.StatefulSetSpec minReadySeconds:o podManagementPolicy:o:v1.PodManagementPolicyType selector:n
api.apps.v1.StatefulSetStatus currentReplicas:o currentRevision:o observedGeneration:o readyReplicas:o updateRevision:o updatedReplicas:o
api.apps.v1.StatefulSetUpdateStrategy type:o:v1.StatefulSetUpdateStrategyType
api.authentication.v1.BoundObjectReference apiVersion:o kind:o name:o uid:o:types.UID
api.authentication.v1.TokenRequestSpec audiences:n boundObjectRef:n expirationSeconds:n; api.authentication.v1.TokenRequestStatus expirationTimestamp:t
api.authentication.v1.TokenReviewSpec token:o; api.authentication.v1.TokenReviewStatus authenticated:o error:o
api.authentication.v1.UserInfo extra::[string]=v1.ExtraValue uid:o username:o; api.authorization.v1.FieldSelectorAttributes rawSelector:o
api.authorization.v1.LabelSelectorAttributes rawSelector:o; api.authorization.v1.NonResourceAttributes path:o verb:o
api.authorization.v1.NonResourceRule verbs:n
api.authorization.v1.ResourceAttributes group:o name:o namespace:o resource:o subresource:o verb:o version:o; api.authorization.v1.ResourceRule verbs:n
api.authorization.v1.SelfSubjectRulesReviewSpec namespace:o; api.authorization.v1.SubjectAccessReviewSpec extra::[string]=v1.ExtraValue uid:o user:o
api.authorization.v1.SubjectAccessReviewStatus denied:o evaluationError:o reason:o
api.authorization.v1.SubjectRulesReviewStatus evaluationError:o nonResourceRules:n resourceRules:n
api.autoscaling.v1.CrossVersionObjectReference apiVersion:o; api.autoscaling.v1.ScaleSpec replicas:o; api.autoscaling.v1.ScaleStatus selector:o
api.autoscaling.v2.ContainerResourceMetricSource name::v1.ResourceName; api.autoscaling.v2.ContainerResourceMetricStatus name::v1.ResourceName
api.autoscaling.v2.CrossVersionObjectReference apiVersion:o; api.autoscaling.v2.HPAScalingPolicy type::v2.HPAScalingPolicyType
api.autoscaling.v2.HPAScalingRules selectPolicy::v2.ScalingPolicySelect
api.autoscaling.v2.HorizontalPodAutoscalerCondition lastTransitionTime:t message:o reason:o status::v1.ConditionStatus type::v2.HorizontalPodAutoscalerConditionType
api.autoscaling.v2.HorizontalPodAutoscalerStatus currentMetrics:n currentReplicas:o; api.autoscaling.v2.MetricSpec type::v2.MetricSourceType
api.autoscaling.v2.MetricStatus type::v2.MetricSourceType; api.autoscaling.v2.MetricTarget type::v2.MetricTargetType
api.autoscaling.v2.ResourceMetricSource name::v1.ResourceName; api.autoscaling.v2.ResourceMetricStatus name::v1.ResourceName
api.batch.v1.CronJobSpec concurrencyPolicy:o:v1.ConcurrencyPolicy
api.batch.v1.JobCondition lastProbeTime:t lastTransitionTime:t message:o reason:o status::v1.ConditionStatus type::v1.JobConditionType
api.batch.v1.JobSpec completionMode::v1.CompletionMode podReplacementPolicy::v1.PodReplacementPolicy
api.batch.v1.JobStatus active:o completedIndexes:o failed:o succeeded:o; api.batch.v1.PodFailurePolicy rules:n
api.batch.v1.PodFailurePolicyOnExitCodesRequirement operator::v1.PodFailurePolicyOnExitCodesOperator values:n
api.batch.v1.PodFailurePolicyOnPodConditionsPattern status::v1.ConditionStatus type::v1.PodConditionType
api.batch.v1.PodFailurePolicyRule action::v1.PodFailurePolicyAction; api.batch.v1.SuccessPolicy rules:n
api.batch.v1.UncountedTerminatedPods failed::types.UID succeeded::types.UID
api.certificates.v1.CertificateSigningRequestCondition lastTransitionTime:t lastUpdateTime:t message:o reason:o status::v1.ConditionStatus type::v1.RequestConditionType
api.certificates.v1.CertificateSigningRequestSpec extra::[string]=v1.ExtraValue request:n uid:o usages::v1.KeyUsage username:o
api.coordination.v1.LeaseSpec strategy::v1.CoordinatedLeaseStrategy; api.core.v1.AWSElasticBlockStoreVolumeSource fsType:o partition:o readOnly:o
api.core.v1.AppArmorProfile type::v1.AppArmorProfileType; api.core.v1.AttachedVolume name::v1.UniqueVolumeName
api.core.v1.AzureDiskVolumeSource cachingMode::v1.AzureDataDiskCachingMode kind::v1.AzureDataDiskKind
api.core.v1.AzureFilePersistentVolumeSource readOnly:o secretNamespace:n; api.core.v1.AzureFileVolumeSource readOnly:o
api.core.v1.CSIPersistentVolumeSource fsType:o readOnly:o; api.core.v1.Capabilities add::v1.Capability drop::v1.Capability
api.core.v1.CephFSPersistentVolumeSource monitors:n path:o readOnly:o secretFile:o user:o
api.core.v1.CephFSVolumeSource monitors:n path:o readOnly:o secretFile:o user:o; api.core.v1.CinderPersistentVolumeSource fsType:o readOnly:o
api.core.v1.CinderVolumeSource fsType:o readOnly:o; api.core.v1.ConfigMapEnvSource name:o; api.core.v1.ConfigMapKeySelector name:o
api.core.v1.ConfigMapNodeConfigSource resourceVersion:o uid:o:types.UID; api.core.v1.ConfigMapProjection name:o
api.core.v1.ConfigMapVolumeSource name:o
api.core.v1.Container image:o imagePullPolicy:o:v1.PullPolicy restartPolicy::v1.ContainerRestartPolicy stdin:o stdinOnce:o terminationMessagePath:o terminationMessagePolicy:o:v1.TerminationMessagePolicy tty:o workingDir:o
api.core.v1.ContainerImage names:n sizeBytes:o; api.core.v1.ContainerPort hostIP:o hostPort:o name:o protocol:o:v1.Protocol
api.core.v1.ContainerResizePolicy resourceName::v1.ResourceName restartPolicy::v1.ResourceResizeRestartPolicy
api.core.v1.ContainerRestartRule action:o:v1.ContainerRestartRuleAction
api.core.v1.ContainerRestartRuleOnExitCodes operator:o:v1.ContainerRestartRuleOnExitCodesOperator; api.core.v1.ContainerStateRunning startedAt:t
api.core.v1.ContainerStateTerminated containerID:o finishedAt:t message:o reason:o signal:o startedAt:t
api.core.v1.ContainerStateWaiting message:o reason:o
api.core.v1.ContainerStatus allocatedResources::=v1.ResourceList containerID:o stopSignal::v1.Signal
api.core.v1.EmptyDirVolumeSource medium:o:v1.StorageMedium; api.core.v1.EndpointAddress hostname:o
api.core.v1.EndpointPort name:o protocol:o:v1.Protocol; api.core.v1.EnvFromSource prefix:o; api.core.v1.EnvVar value:o
api.core.v1.EphemeralContainer image:o imagePullPolicy:o:v1.PullPolicy restartPolicy::v1.ContainerRestartPolicy stdin:o stdinOnce:o targetContainerName:o terminationMessagePath:o terminationMessagePolicy:o:v1.TerminationMessagePolicy tty:o workingDir:o
api.core.v1.Event action:o count:o eventTime:t firstTimestamp:t lastTimestamp:t message:o reason:o type:o
api.core.v1.EventSeries count:o lastObservedTime:t; api.core.v1.EventSource component:o host:o; api.core.v1.FCVolumeSource fsType:o readOnly:o
api.core.v1.FlexPersistentVolumeSource fsType:o readOnly:o; api.core.v1.FlexVolumeSource fsType:o readOnly:o
api.core.v1.FlockerVolumeSource datasetName:o datasetUUID:o; api.core.v1.GCEPersistentDiskVolumeSource fsType:o partition:o readOnly:o
api.core.v1.GRPCAction service:n; api.core.v1.GitRepoVolumeSource directory:o revision:o; api.core.v1.GlusterfsPersistentVolumeSource readOnly:o
api.core.v1.GlusterfsVolumeSource readOnly:o; api.core.v1.HTTPGetAction host:o path:o port:t scheme:o:v1.URIScheme
api.core.v1.HostPathVolumeSource type::v1.HostPathType
api.core.v1.ISCSIPersistentVolumeSource chapAuthDiscovery:o chapAuthSession:o fsType:o iscsiInterface:o readOnly:o
api.core.v1.ISCSIVolumeSource chapAuthDiscovery:o chapAuthSession:o fsType:o iscsiInterface:o readOnly:o
api.core.v1.ImageVolumeSource pullPolicy:o:v1.PullPolicy reference:o; api.core.v1.Lifecycle stopSignal::v1.Signal
api.core.v1.LimitRangeItem default::=v1.ResourceList defaultRequest::=v1.ResourceList max::=v1.ResourceList maxLimitRequestRatio::=v1.ResourceList min::=v1.ResourceList type::v1.LimitType
api.core.v1.LimitRangeSpec limits:n; api.core.v1.LoadBalancerIngress hostname:o ip:o ipMode::v1.LoadBalancerIPMode
api.core.v1.LocalObjectReference name:o
api.core.v1.ModifyVolumeStatus status::v1.PersistentVolumeClaimModifyVolumeStatus targetVolumeAttributesClassName:o
api.core.v1.NFSVolumeSource readOnly:o
api.core.v1.NamespaceCondition lastTransitionTime:t message:o reason:o status::v1.ConditionStatus type::v1.NamespaceConditionType
api.core.v1.NamespaceSpec finalizers::v1.FinalizerName; api.core.v1.NamespaceStatus phase:o:v1.NamespacePhase
api.core.v1.NodeAddress type::v1.NodeAddressType
api.core.v1.NodeCondition lastHeartbeatTime:t lastTransitionTime:t message:o reason:o status::v1.ConditionStatus type::v1.NodeConditionType
api.core.v1.NodeConfigStatus error:o; api.core.v1.NodeSelector nodeSelectorTerms:n
api.core.v1.NodeSelectorRequirement operator::v1.NodeSelectorOperator; api.core.v1.NodeSpec externalID:o podCIDR:o providerID:o unschedulable:o
api.core.v1.NodeStatus allocatable::=v1.ResourceList capacity::=v1.ResourceList phase:o:v1.NodePhase volumesInUse::v1.UniqueVolumeName
api.core.v1.ObjectFieldSelector apiVersion:o
api.core.v1.ObjectReference apiVersion:o fieldPath:o kind:o name:o namespace:o resourceVersion:o uid:o:types.UID
api.core.v1.PersistentVolumeClaimCondition lastProbeTime:t lastTransitionTime:t message:o reason:o status::v1.ConditionStatus type::v1.PersistentVolumeClaimConditionType
api.core.v1.PersistentVolumeClaimSpec accessModes::v1.PersistentVolumeAccessMode volumeMode::v1.PersistentVolumeMode volumeName:o
api.core.v1.PersistentVolumeClaimStatus accessModes::v1.PersistentVolumeAccessMode allocatedResourceStatuses::[v1.ResourceName]v1.ClaimResourceStatus allocatedResources::=v1.ResourceList capacity::=v1.ResourceList phase:o:v1.PersistentVolumeClaimPhase
api.core.v1.PersistentVolumeClaimVolumeSource readOnly:o
api.core.v1.PersistentVolumeSpec accessModes::v1.PersistentVolumeAccessMode capacity::=v1.ResourceList persistentVolumeReclaimPolicy:o:v1.PersistentVolumeReclaimPolicy storageClassName:o volumeMode::v1.PersistentVolumeMode
api.core.v1.PersistentVolumeStatus message:o phase:o:v1.PersistentVolumePhase reason:o; api.core.v1.PhotonPersistentDiskVolumeSource fsType:o
api.core.v1.PodCertificateProjection certificateChainPath:o credentialBundlePath:o keyPath:o keyType:o signerName:o
api.core.v1.PodCondition lastProbeTime:t lastTransitionTime:t message:o observedGeneration:o reason:o status::v1.ConditionStatus type::v1.PodConditionType
api.core.v1.PodDNSConfigOption name:o; api.core.v1.PodExtendedResourceClaimStatus requestMappings:n; api.core.v1.PodOS name::v1.OSName
api.core.v1.PodReadinessGate conditionType::v1.PodConditionType
api.core.v1.PodSecurityContext fsGroupChangePolicy::v1.PodFSGroupChangePolicy seLinuxChangePolicy::v1.PodSELinuxChangePolicy supplementalGroupsPolicy::v1.SupplementalGroupsPolicy
api.core.v1.PodSpec containers:n dnsPolicy:o:v1.DNSPolicy hostIPC:o hostNetwork:o hostPID:o hostname:o nodeName:o overhead::=v1.ResourceList preemptionPolicy::v1.PreemptionPolicy priorityClassName:o restartPolicy:o:v1.RestartPolicy schedulerName:o serviceAccount:o serviceAccountName:o subdomain:o
api.core.v1.PodStatus hostIP:o message:o nominatedNodeName:o observedGeneration:o phase:o:v1.PodPhase podIP:o qosClass:o:v1.PodQOSClass reason:o resize:o:v1.PodResizeStatus
api.core.v1.PortStatus protocol::v1.Protocol; api.core.v1.PortworxVolumeSource fsType:o readOnly:o
api.core.v1.Probe failureThreshold:o initialDelaySeconds:o periodSeconds:o successThreshold:o timeoutSeconds:o
api.core.v1.ProjectedVolumeSource sources:n; api.core.v1.QuobyteVolumeSource group:o readOnly:o tenant:o user:o
api.core.v1.RBDPersistentVolumeSource fsType:o keyring:o monitors:n pool:o readOnly:o user:o
api.core.v1.RBDVolumeSource fsType:o keyring:o monitors:n pool:o readOnly:o user:o
api.core.v1.ReplicationControllerCondition lastTransitionTime:t message:o reason:o status::v1.ConditionStatus type::v1.ReplicationControllerConditionType
api.core.v1.ReplicationControllerSpec minReadySeconds:o
api.core.v1.ReplicationControllerStatus availableReplicas:o fullyLabeledReplicas:o observedGeneration:o readyReplicas:o
api.core.v1.ResourceClaim request:o; api.core.v1.ResourceFieldSelector containerName:o divisor:t
api.core.v1.ResourceHealth health:o:v1.ResourceHealthStatus resourceID::v1.ResourceID
api.core.v1.ResourceQuotaSpec hard::=v1.ResourceList scopes::v1.ResourceQuotaScope
api.core.v1.ResourceQuotaStatus hard::=v1.ResourceList used::=v1.ResourceList
api.core.v1.ResourceRequirements limits::=v1.ResourceList requests::=v1.ResourceList; api.core.v1.ResourceStatus name::v1.ResourceName
api.core.v1.SELinuxOptions level:o role:o type:o user:o
api.core.v1.ScaleIOPersistentVolumeSource fsType:o protectionDomain:o readOnly:o secretRef:n sslEnabled:o storageMode:o storagePool:o volumeName:o
api.core.v1.ScaleIOVolumeSource fsType:o protectionDomain:o readOnly:o secretRef:n sslEnabled:o storageMode:o storagePool:o volumeName:o
api.core.v1.ScopedResourceSelectorRequirement operator::v1.ScopeSelectorOperator scopeName::v1.ResourceQuotaScope
api.core.v1.SeccompProfile type::v1.SeccompProfileType; api.core.v1.Secret type:o:v1.SecretType; api.core.v1.SecretEnvSource name:o
api.core.v1.SecretKeySelector name:o; api.core.v1.SecretProjection name:o; api.core.v1.SecretReference name:o namespace:o
api.core.v1.SecretVolumeSource secretName:o; api.core.v1.SecurityContext procMount::v1.ProcMountType
api.core.v1.ServiceAccountTokenProjection audience:o; api.core.v1.ServicePort name:o nodePort:o protocol:o:v1.Protocol targetPort:t
api.core.v1.ServiceSpec clusterIP:o externalName:o externalTrafficPolicy:o:v1.ServiceExternalTrafficPolicy healthCheckNodePort:o internalTrafficPolicy::v1.ServiceInternalTrafficPolicy ipFamilies::v1.IPFamily ipFamilyPolicy::v1.IPFamilyPolicy loadBalancerIP:o publishNotReadyAddresses:o sessionAffinity:o:v1.ServiceAffinity type:o:v1.ServiceType
api.core.v1.StorageOSPersistentVolumeSource fsType:o readOnly:o volumeName:o volumeNamespace:o
api.core.v1.StorageOSVolumeSource fsType:o readOnly:o volumeName:o volumeNamespace:o; api.core.v1.TCPSocketAction host:o port:t
api.core.v1.Taint effect::v1.TaintEffect value:o; api.core.v1.Toleration effect:o:v1.TaintEffect key:o operator:o:v1.TolerationOperator value:o
api.core.v1.TopologySelectorLabelRequirement values:n
api.core.v1.TopologySpreadConstraint nodeAffinityPolicy::v1.NodeInclusionPolicy nodeTaintsPolicy::v1.NodeInclusionPolicy whenUnsatisfiable::v1.UnsatisfiableConstraintAction
api.core.v1.TypedLocalObjectReference apiGroup:n; api.core.v1.TypedObjectReference apiGroup:n
api.core.v1.VolumeMount mountPropagation::v1.MountPropagationMode readOnly:o recursiveReadOnly::v1.RecursiveReadOnlyMode subPath:o subPathExpr:o
api.core.v1.VolumeMountStatus readOnly:o recursiveReadOnly::v1.RecursiveReadOnlyMode
api.core.v1.VolumeResourceRequirements limits::=v1.ResourceList requests::=v1.ResourceList
api.core.v1.VsphereVirtualDiskVolumeSource fsType:o storagePolicyID:o storagePolicyName:o; api.discovery.v1.Endpoint addresses:n
api.discovery.v1.EndpointPort protocol::v1.Protocol; api.discovery.v1.EndpointSlice addressType::v1.AddressType endpoints:n ports:n
api.events.v1.Event action:o deprecatedCount:o deprecatedFirstTimestamp:t deprecatedLastTimestamp:t eventTime:t note:o reason:o reportingController:o reportingInstance:o type:o
api.events.v1.EventSeries lastObservedTime:t; api.flowcontrol.v1.FlowDistinguisherMethod type::v1.FlowDistinguisherMethodType
api.flowcontrol.v1.FlowSchemaCondition lastTransitionTime:t message:o reason:o status:o:v1.ConditionStatus type:o:v1.FlowSchemaConditionType
api.flowcontrol.v1.LimitResponse type::v1.LimitResponseType; api.flowcontrol.v1.LimitedPriorityLevelConfiguration nominalConcurrencyShares:n
api.flowcontrol.v1.NonResourcePolicyRule nonResourceURLs:n verbs:n; api.flowcontrol.v1.PolicyRulesWithSubjects subjects:n
api.flowcontrol.v1.PriorityLevelConfigurationCondition lastTransitionTime:t message:o reason:o status:o:v1.ConditionStatus type:o:v1.PriorityLevelConfigurationConditionType
api.flowcontrol.v1.PriorityLevelConfigurationSpec type::v1.PriorityLevelEnablement
api.flowcontrol.v1.ResourcePolicyRule apiGroups:n clusterScope:o namespaces:n resources:n verbs:n; api.flowcontrol.v1.Subject kind::v1.SubjectKind
api.networking.v1.HTTPIngressPath path:o pathType:n:v1.PathType; api.networking.v1.HTTPIngressRuleValue paths:n
api.networking.v1.IngressClassParametersReference scope:n; api.networking.v1.IngressClassSpec controller:o
api.networking.v1.IngressLoadBalancerIngress hostname:o ip:o; api.networking.v1.IngressPortStatus protocol::v1.Protocol
api.networking.v1.IngressRule host:o; api.networking.v1.IngressTLS secretName:o; api.networking.v1.NetworkPolicyPort protocol::v1.Protocol
api.networking.v1.NetworkPolicySpec policyTypes::v1.PolicyType; api.networking.v1.ParentReference group:o name:o namespace:o resource:o
api.networking.v1.ServiceBackendPort name:o number:o; api.node.v1.Overhead podFixed::=v1.ResourceList
api.policy.v1.PodDisruptionBudgetSpec unhealthyPodEvictionPolicy::v1.UnhealthyPodEvictionPolicyType
api.policy.v1.PodDisruptionBudgetStatus observedGeneration:o; api.rbac.v1.ClusterRole rules:n; api.rbac.v1.PolicyRule verbs:n; api.rbac.v1.Role rules:n
api.rbac.v1.Subject apiGroup:o namespace:o; api.resource.v1.AllocatedDeviceStatus conditions:n; api.resource.v1.CapacityRequestPolicy default:n
api.resource.v1.CapacityRequirements requests::[v1.QualifiedName]; api.resource.v1.Counter value:t
api.resource.v1.Device attributes::[v1.QualifiedName] capacity::[v1.QualifiedName]
api.resource.v1.DeviceAllocationConfiguration source::v1.AllocationConfigSource; api.resource.v1.DeviceCapacity value:t
api.resource.v1.DeviceClaim requests:n; api.resource.v1.DeviceConstraint distinctAttribute::v1.FullyQualifiedName matchAttribute::v1.FullyQualifiedName
api.resource.v1.DeviceRequestAllocationResult consumedCapacity::[v1.QualifiedName] shareID::types.UID
api.resource.v1.DeviceSubRequest allocationMode:o:v1.DeviceAllocationMode count:o; api.resource.v1.DeviceTaint effect::v1.DeviceTaintEffect value:o
api.resource.v1.DeviceToleration effect:o:v1.DeviceTaintEffect key:o operator:o:v1.DeviceTolerationOperator value:o
api.resource.v1.ExactDeviceRequest allocationMode:o:v1.DeviceAllocationMode count:o
api.resource.v1.NetworkDeviceData hardwareAddress:o interfaceName:o; api.resource.v1.OpaqueDeviceConfiguration parameters:t
api.resource.v1.ResourceClaimConsumerReference apiGroup:o uid::types.UID; api.resource.v1.ResourceSliceSpec devices:n
api.scheduling.v1.PriorityClass description:o globalDefault:o preemptionPolicy::v1.PreemptionPolicy
api.storage.v1.CSIDriverSpec fsGroupPolicy::v1.FSGroupPolicy volumeLifecycleModes::v1.VolumeLifecycleMode; api.storage.v1.CSINodeDriver topologyKeys:n
api.storage.v1.CSINodeSpec drivers:n
api.storage.v1.StorageClass reclaimPolicy::v1.PersistentVolumeReclaimPolicy volumeBindingMode::v1.VolumeBindingMode
api.storage.v1.VolumeError message:o time:t
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition description:o format:o priority:o
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion strategy::v1.ConversionStrategyType
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionCondition lastTransitionTime:t message:o reason:o status::v1.ConditionStatus type::v1.CustomResourceDefinitionConditionType
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames listKind:o singular:o
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec preserveUnknownFields:o scope::v1.ResourceScope versions:n
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus conditions:n storedVersions:n
apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion deprecated:o
apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation description:o url:o
apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps $schema:o:v1.JSONSchemaURL definitions::=v1.JSONSchemaDefinitions dependencies::=v1.JSONSchemaDependencies description:o exclusiveMaximum:o exclusiveMinimum:o format:o id:o nullable:o pattern:o title:o type:o uniqueItems:o x-kubernetes-embedded-resource:o x-kubernetes-int-or-string:o x-kubernetes-validations::=v1.ValidationRules
apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule fieldPath:o message:o messageExpression:o reason::v1.FieldValueErrorReason
apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion conversionReviewVersions:n
apimachinery.pkg.apis.meta.v1.Condition lastTransitionTime:t observedGeneration:o status::v1.ConditionStatus
apimachinery.pkg.apis.meta.v1.DeleteOptions propagationPolicy::v1.DeletionPropagation
apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement operator::v1.FieldSelectorOperator
apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement operator::v1.LabelSelectorOperator
apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry apiVersion:o fieldsType:o manager:o operation:o:v1.ManagedFieldsOperationType subresource:o
apimachinery.pkg.apis.meta.v1.ObjectMeta creationTimestamp:w generateName:o generation:o name:o namespace:o resourceVersion:o selfLink:o uid:o:types.UID
apimachinery.pkg.apis.meta.v1.OwnerReference uid::types.UID; apimachinery.pkg.apis.meta.v1.Preconditions uid::types.UID
kube-aggregator.pkg.apis.apiregistration.v1.APIServiceCondition lastTransitionTime:t message:o reason:o status::v1.ConditionStatus type::v1.APIServiceConditionType
kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec group:o insecureSkipTLSVerify:o version:o
kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference name:o namespace:o
`;
