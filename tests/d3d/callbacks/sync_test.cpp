// Synchronization objects that a driver makes, waits for, signals and destroys.
#include "tests/d3d/callbacks/address_scene.h"

namespace drydock::testing {
namespace {

struct SyncScene : EngineStand {
  SyncScene() : EngineStand({.allocation_bytes = 4096}) {}

  // Of a context that the driver has.
  HANDLE own_context() const { return device->objects.contexts.begin()->second->handle.as_given(); }
  HRESULT create(D3DDDI_SYNCHRONIZATIONOBJECT_TYPE type, D3DKMT_HANDLE& out) {
    D3DDDICB_CREATESYNCHRONIZATIONOBJECT data{};
    data.Info.Type = type;
    const HRESULT result =
        make(*this, &D3DDDI_DEVICECALLBACKS::pfnCreateSynchronizationObjectCb, data);
    out = data.hSyncObject;
    return result;
  }
  HRESULT destroy(D3DKMT_HANDLE object) {
    D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT data{object};
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnDestroySynchronizationObjectCb, data);
  }
  template <typename Data>
  Data on(D3DKMT_HANDLE object, UINT count = 1) const {
    Data data{};
    data.hContext = own_context();
    data.ObjectCount = count;
    data.ObjectHandleArray[0] = object;
    return data;
  }
  HRESULT wait(D3DDDICB_WAITFORSYNCHRONIZATIONOBJECT data) {
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnWaitForSynchronizationObjectCb, data);
  }
  HRESULT signal(D3DDDICB_SIGNALSYNCHRONIZATIONOBJECT data) {
    return make(*this, &D3DDDI_DEVICECALLBACKS::pfnSignalSynchronizationObjectCb, data);
  }
};

using Wait = D3DDDICB_WAITFORSYNCHRONIZATIONOBJECT;
using Signal = D3DDDICB_SIGNALSYNCHRONIZATIONOBJECT;

TEST(SyncCallbacks, AMutexIsTakenAndGivenBackByAContext) {
  SyncScene scene;
  D3DKMT_HANDLE mutex = 0;
  ASSERT_EQ(scene.create(D3DDDI_SYNCHRONIZATION_MUTEX, mutex), S_OK) << scene.findings_text();
  EXPECT_NE(mutex, 0U);
  EXPECT_EQ(scene.wait(scene.on<Wait>(mutex)), S_OK);
  EXPECT_EQ(scene.signal(scene.on<Signal>(mutex)), S_OK);
  EXPECT_EQ(scene.destroy(mutex), S_OK);
  EXPECT_EQ(scene.findings_text(), "");
}

TEST(SyncCallbacks, WhatIsDestroyedIsGone) {
  SyncScene scene;
  D3DKMT_HANDLE mutex = 0, other = 0;
  ASSERT_EQ(scene.create(D3DDDI_SYNCHRONIZATION_MUTEX, mutex), S_OK);
  ASSERT_EQ(scene.create(D3DDDI_SYNCHRONIZATION_MUTEX, other), S_OK);
  EXPECT_NE(mutex, other);
  EXPECT_EQ(scene.destroy(mutex), S_OK);
  EXPECT_EQ(scene.destroy(mutex), E_INVALIDARG);
  EXPECT_EQ(scene.destroy(0), E_INVALIDARG);
  EXPECT_NE(scene.wait(scene.on<Wait>(mutex)), S_OK);
  EXPECT_EQ(scene.destroy(other), S_OK) << "the other one lives";
}

// The list of objects has an end, and a context is needed.
TEST(SyncCallbacks, ListsThatCannotBeAreRefused) {
  SyncScene scene;
  D3DKMT_HANDLE mutex = 0;
  ASSERT_EQ(scene.create(D3DDDI_SYNCHRONIZATION_MUTEX, mutex), S_OK);
  constexpr UINT kTooMany = D3DDDI_MAX_OBJECT_WAITED_ON + 1;
  EXPECT_EQ(scene.wait(scene.on<Wait>(mutex, kTooMany)), E_INVALIDARG);
  EXPECT_EQ(scene.signal(scene.on<Signal>(mutex, D3DDDI_MAX_OBJECT_SIGNALED + 1)), E_INVALIDARG);
  Wait nowhere = scene.on<Wait>(mutex);
  nowhere.hContext = nullptr;
  EXPECT_EQ(scene.wait(nowhere), E_INVALIDARG);
  EXPECT_EQ(scene.destroy(mutex), S_OK);
}

}  // namespace
}  // namespace drydock::testing
