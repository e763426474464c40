// The support library of the broadcast driver architecture: filters made from templates.
#ifndef _BDASUP_H_
#define _BDASUP_H_

#include "wdm.h"
#include <ks.h>
#include <bdatypes.h>
#include <bdamedia.h>

EXTERN_C_START

// Templates: which pins may be joined, and through which nodes.
typedef ULONG BDA_TOPOLOGY_JOINT, *PBDA_TOPOLOGY_JOINT;

typedef struct _BDA_PIN_PAIRING {
  ULONG ulInputPin;
  ULONG ulOutputPin;
  ULONG ulcMaxInputsPerOutput;
  ULONG ulcMinInputsPerOutput;
  ULONG ulcMaxOutputsPerInput;
  ULONG ulcMinOutputsPerInput;
  ULONG ulcTopologyJoints;
  const ULONG* pTopologyJoints;
} BDA_PIN_PAIRING, *PBDA_PIN_PAIRING;

typedef struct _BDA_FILTER_TEMPLATE {
  const KSFILTER_DESCRIPTOR* pFilterDescriptor;
  ULONG ulcPinPairs;
  const BDA_PIN_PAIRING* pPinPairs;
} BDA_FILTER_TEMPLATE, *PBDA_FILTER_TEMPLATE;

typedef struct _KSM_PIN {
  KSMETHOD Method;
  union {
    ULONG PinId;
    ULONG PinType;
  };
  ULONG Reserved;
} KSM_PIN, *PKSM_PIN;

typedef struct _KSM_PIN_PAIR {
  KSMETHOD Method;
  ULONG InputPinId;
  ULONG OutputPinId;
  ULONG Reserved;
} KSM_PIN_PAIR, *PKSM_PIN_PAIR;

// Filters and their pins.
NTSTATUS BdaCreateFilterFactory(PKSDEVICE pKSDevice, const KSFILTER_DESCRIPTOR* pFilterDescriptor,
                                const BDA_FILTER_TEMPLATE* pBdaFilterTemplate);
NTSTATUS BdaCreateFilterFactoryEx(PKSDEVICE pKSDevice, const KSFILTER_DESCRIPTOR* pFilterDescriptor,
                                  const BDA_FILTER_TEMPLATE* pBdaFilterTemplate,
                                  PKSFILTERFACTORY* ppKSFilterFactory);
NTSTATUS BdaFilterFactoryUpdateCacheData(PKSFILTERFACTORY pFilterFactory,
                                         const KSFILTER_DESCRIPTOR* pFilterDescriptor);
NTSTATUS BdaInitFilter(PKSFILTER pKSFilter, const BDA_FILTER_TEMPLATE* pBdaFilterTemplate);
NTSTATUS BdaUninitFilter(PKSFILTER pKSFilter);
NTSTATUS BdaCreatePin(PKSFILTER pKSFilter, ULONG ulPinType, ULONG* pulPinId);
NTSTATUS BdaDeletePin(PKSFILTER pKSFilter, ULONG* pulPinId);
NTSTATUS BdaCreateTopology(PKSFILTER pKSFilter, ULONG InputPinId, ULONG OutputPinId);

// Changes that take effect together.
NTSTATUS BdaStartChanges(PIRP Irp);
NTSTATUS BdaCheckChanges(PIRP Irp);
NTSTATUS BdaCommitChanges(PIRP Irp);
NTSTATUS BdaGetChangeState(PIRP Irp, BDA_CHANGE_STATE* pChangeState);

// Handlers for the method and property sets of a filter.
NTSTATUS BdaMethodCreatePin(PIRP Irp, KSMETHOD* pKSMethod, ULONG* pulPinFactoryID);
NTSTATUS BdaMethodDeletePin(PIRP Irp, KSMETHOD* pKSMethod, PVOID pvIgnored);
NTSTATUS BdaMethodCreateTopology(PIRP Irp, KSMETHOD* pKSMethod, PVOID pvIgnored);
NTSTATUS BdaPropertyNodeTypes(PIRP Irp, KSPROPERTY* pKSProperty, ULONG* pulProperty);
NTSTATUS BdaPropertyPinTypes(PIRP Irp, KSPROPERTY* pKSProperty, ULONG* pulProperty);
NTSTATUS BdaPropertyTemplateConnections(PIRP Irp, KSPROPERTY* pKSProperty,
                                        KSTOPOLOGY_CONNECTION* pConnectionProperty);
NTSTATUS BdaPropertyNodeDescriptors(PIRP Irp, KSPROPERTY* pKSProperty,
                                    BDANODE_DESCRIPTOR* pNodeDescriptorProperty);
NTSTATUS BdaPropertyNodeProperties(PIRP Irp, KSP_NODE* pKSProperty, GUID* pguidProperty);
NTSTATUS BdaPropertyNodeMethods(PIRP Irp, KSP_NODE* pKSProperty, GUID* pguidProperty);
NTSTATUS BdaPropertyNodeEvents(PIRP Irp, KSP_NODE* pKSProperty, GUID* pguidProperty);
NTSTATUS BdaPropertyGetControllingPinId(PIRP Irp, KSP_BDA_NODE_PIN* pProperty,
                                        ULONG* pulControllingPinId);
NTSTATUS BdaPropertyGetPinControl(PIRP Irp, KSPROPERTY* pKSProperty, ULONG* pulProperty);
NTSTATUS BdaValidateNodeProperty(PIRP Irp, KSPROPERTY* pKSProperty);

EXTERN_C_END

#endif
