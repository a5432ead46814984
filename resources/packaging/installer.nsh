; Dropslip among the places of Explorer's "Send to", which hands over all that is selected at once. Put there by the first
; installation alone: who takes it away keeps it away, also when Dropslip is updated.
!macro customInstall
  ${ifNot} ${isUpdated}
    CreateShortCut "$SENDTO\${PRODUCT_NAME}.lnk" "$INSTDIR\${APP_EXECUTABLE_FILENAME}" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME}" 0
  ${endIf}
!macroend

; Also takes away what the app itself has entered through Electron, all of it for the person alone, whoever it is installed for:
; nothing may start or open a program that is gone.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    Delete "$SENDTO\${PRODUCT_NAME}.lnk"

    ; The start at login, which Electron names by the app's id, and Windows' own word on whether it is switched off.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"

    ; Links open whichever copy ran last, as a folder of it that was never installed: they are left where that is another one.
    ReadRegStr $R0 HKCU "Software\Classes\dropslip\shell\open\command" ""
    ${if} $R0 == '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
      DeleteRegKey HKCU "Software\Classes\dropslip"
    ${endIf}
  ${endIf}
!macroend
