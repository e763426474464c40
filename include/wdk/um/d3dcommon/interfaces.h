// Shader macros, and the blob and include interfaces.
#pragma once

typedef struct _D3D_SHADER_MACRO {
  LPCSTR Name;
  LPCSTR Definition;
} D3D_SHADER_MACRO, *LPD3D_SHADER_MACRO;

#ifndef __ID3D10Blob_FWD_DEFINED__
#define __ID3D10Blob_FWD_DEFINED__
typedef interface ID3D10Blob ID3D10Blob;
#endif
typedef ID3D10Blob* LPD3D10BLOB;
typedef ID3D10Blob ID3DBlob;
typedef ID3DBlob* LPD3DBLOB;

#if defined(__cplusplus) && !defined(CINTERFACE)
extern "C++" {
MIDL_INTERFACE("8BA5FB08-5195-40e2-AC58-0D989C3A0102") ID3D10Blob : public IUnknown {
  virtual LPVOID STDMETHODCALLTYPE GetBufferPointer() = 0;
  virtual SIZE_T STDMETHODCALLTYPE GetBufferSize() = 0;
};
}
#endif

// What a shader compiler opens included files with: no IUnknown.
typedef interface ID3DInclude ID3DInclude;
typedef ID3DInclude* LPD3DINCLUDE;

#if defined(__cplusplus) && !defined(CINTERFACE)
extern "C++" {
interface ID3DInclude {
  virtual HRESULT STDMETHODCALLTYPE Open(D3D_INCLUDE_TYPE IncludeType, LPCSTR pFileName,
                                         LPCVOID pParentData, LPCVOID * ppData, UINT * pBytes) = 0;
  virtual HRESULT STDMETHODCALLTYPE Close(LPCVOID pData) = 0;
};
}
#endif
