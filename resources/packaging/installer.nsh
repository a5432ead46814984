; Dropslip among the places of Explorer's "Send to", which hands over all that is selected at once. Put there by the first
; installation alone: who takes it away keeps it away, also when Dropslip is updated.
!macro customInstall
  ${ifNot} ${isUpdated}
    CreateShortCut "$SENDTO\${PRODUCT_NAME}.lnk" "$INSTDIR\${APP_EXECUTABLE_FILENAME}" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME}" 0
  ${endIf}
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    Delete "$SENDTO\${PRODUCT_NAME}.lnk"
  ${endIf}
!macroend
